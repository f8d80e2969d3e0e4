import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: 'Information personnelle',
    repairAndMaintenance: 'Réparation et entretien',
    insurance: 'Assurance',
    resaleValuation: 'Évaluation en vue de la revente',
    fleetManagement: 'Gestion de flotte',
    research: 'Recherche',
    other: 'Autre finalité',
  },
  titles: {
    ms: 'Madame',
    mr: 'Monsieur',
    mx: 'Sans précision',
    dr: 'Docteur',
  },
  receptionMethods: {
    portalDownload: 'Téléchargement depuis ce portail',
    securePostal: 'Support de données par envoi recommandé',
    apiTransfer: 'Transfert vers une interface de l’organisme',
  },
  publicApplyTypes: {
    publicEmergency: 'Réaction à une situation d’urgence [art. 15, par. 1, point a)]',
    publicInterestTask: 'Mission d’intérêt public prévue par la loi [art. 15, par. 1, point b)]',
  },
  refusalGrounds: {
    userNotIdentified:
      'Il n’a pas pu être vérifié que le demandeur est l’utilisateur du produit connecté.',
    safetyRequirements:
      'L’accès pourrait porter atteinte aux exigences de sécurité du produit connecté prévues par la loi, avec un effet négatif grave sur la santé, la sûreté ou la sécurité des personnes.',
    tradeSecrets:
      'Les données relèvent du secret d’affaires et leur divulgation causerait très probablement un préjudice économique grave malgré les mesures de protection.',
    personalDataOfOthers:
      'Les données sont des données à caractère personnel d’une autre personne et aucune base juridique valable n’a été établie pour leur mise à disposition.',
    gatekeeper:
      'Le tiers est un contrôleur d’accès au sens du règlement (UE) 2022/1925 et ne peut pas recevoir les données.',
    notRequestedByUser:
      'La demande n’émane ni de l’utilisateur ni d’une partie agissant en son nom.',
    dataNotControlled: 'Le détenteur de données n’a pas le contrôle des données demandées.',
    alreadyProvided:
      'Une demande similaire, ayant la même finalité, a déjà été présentée par un autre organisme du secteur public, et le détenteur de données n’a pas été informé de l’effacement de ces données.',
    conditionsNotMet:
      'La demande ne remplit pas les conditions prévues à l’article 17, paragraphes 1 et 2.',
  },
};
