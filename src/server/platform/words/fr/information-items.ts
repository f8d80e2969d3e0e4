import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: 'Informations sur le propriétaire',
    wording:
      'Veuillez vérifier votre nom et votre adresse de contact : ils ne correspondent pas au justificatif que vous avez fourni.',
  },
  vehicleProof: {
    label: 'Justificatif du véhicule',
    wording:
      'Veuillez fournir une copie lisible du justificatif attestant que le véhicule est le vôtre, par exemple le certificat d’immatriculation complet.',
  },
  purpose: {
    label: 'Finalité de l’utilisation',
    wording: 'Veuillez décrire plus en détail l’usage que vous souhaitez faire des données.',
  },
  thirdParty: {
    label: 'Tiers',
    wording:
      'Veuillez indiquer le nom complet et la localisation du tiers, et fournir un document qui établit son identité.',
  },
  agreement: {
    label: 'Accord de partage de données',
    wording: 'Veuillez fournir l’accord de partage de données signé par toutes les parties.',
  },
  dataPeriod: {
    label: 'Période',
    wording:
      'Veuillez confirmer la période : indiquez de quand à quand vous avez besoin des données.',
  },
  dataTypes: {
    label: 'Types de données',
    wording:
      'Veuillez indiquer les types de données dont vous avez besoin et ceux dont vous pouvez vous passer.',
  },
  exceptionalNeed: {
    label: 'Besoin exceptionnel',
    wording:
      'Veuillez démontrer le besoin exceptionnel : pourquoi les données ne peuvent pas être obtenues autrement, en temps utile et de manière efficace.',
  },
  scope: {
    label: 'Portée de la demande de données',
    wording:
      'Veuillez préciser quelles données sont nécessaires, pour quels véhicules et pour quelle période.',
  },
  safeguards: {
    label: 'Garanties',
    wording:
      'Veuillez décrire les mesures techniques et organisationnelles qui protégeront les données.',
  },
  legalProvision: {
    label: 'Disposition légale',
    wording: 'Veuillez indiquer la disposition légale qui confie cette mission à votre organisme.',
  },
  materials: {
    label: 'Documents joints',
    wording: 'Veuillez fournir les documents auxquels la demande se réfère.',
  },
};
