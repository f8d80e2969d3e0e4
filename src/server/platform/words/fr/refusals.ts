import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) =>
  pluralText('fr', count, { one: 'il reste # essai', other: 'il reste # essais' });
const seconds = (count: number) =>
  pluralText('fr', count, { one: '# seconde', other: '# secondes' });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined
      ? 'Veuillez vérifier les champs signalés.'
      : 'Échec du téléversement du fichier, veuillez réessayer !',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined
      ? 'Le code de vérification est erroné.'
      : `Le code de vérification est erroné ; ${triesLeft(left)}.`,
  [codes.expiredCode]:
    'Le code de vérification a déjà servi ou est trop ancien. Veuillez en demander un nouveau.',
  [codes.unknownFile]:
    'Un fichier téléversé n’est plus utilisable. Veuillez le retirer et le téléverser à nouveau.',
  [codes.agreementMissing]: 'Veuillez téléverser l’accord de partage de données',
  [codes.personalDataNotAllowed]:
    'Hors situation d’urgence, un organisme du secteur public ne peut demander que des données à caractère non personnel (article 15 du règlement (UE) 2023/2854). Veuillez choisir d’autres types de données.',
  [codes.signedOut]: 'Veuillez vous connecter.',
  [codes.forbidden]: 'Vous n’êtes pas autorisé à effectuer cette action.',
  [codes.secondFactorNeeded]: 'Le second facteur de votre compte est d’abord nécessaire.',
  [codes.notFound]: ({ file }) =>
    file === undefined
      ? 'Ce que vous cherchez n’existe pas.'
      : 'Erreur lors de la récupération du fichier, actualisez et réessayez',
  [codes.methodNotAllowed]: 'Cet appel se fait autrement.',
  [codes.notAllowedNow]: 'Cette action n’est pas possible dans l’état actuel de la demande.',
  [codes.outdated]: 'La demande a été modifiée entre-temps. Veuillez la recharger et réessayer.',
  [codes.takenByOther]: ({ assignee }) =>
    `Une autre personne a déjà pris cette demande en charge${assignee === undefined ? '' : ` : ${assignee}`}.`,
  [codes.reportNotReady]: 'Génération du fichier en cours... consultez votre messagerie',
  [codes.lastLead]: 'C’est le dernier responsable : nommez-en d’abord un autre.',
  [codes.tooManyFiles]:
    'Trop de fichiers téléversés attendent un formulaire. Veuillez envoyer les formulaires qui en ont besoin ; les fichiers qu’aucun formulaire ne mentionne sont supprimés au bout de sept jours.',
  [codes.tooLarge]: ({ file }) =>
    file === undefined
      ? 'La requête est trop volumineuse.'
      : 'La taille d’un fichier ne doit pas dépasser 20 Mo',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined
      ? 'Ce type de contenu n’est pas pris en charge.'
      : 'Type de fichier non pris en charge',
  [codes.vehicleNotLinked]:
    'Aucun véhicule du compte n’est éligible, l’accès aux données n’est temporairement pas pris en charge. Veuillez d’abord enregistrer et associer le véhicule dans l’application du véhicule.',
  [codes.locked]: ({ lockedUntil }) => {
    const until =
      lockedUntil === undefined ? '' : ` (à partir du ${instantText('fr', lockedUntil)})`;
    return `Cinq codes erronés de suite : la connexion est bloquée. Veuillez réessayer après 24 heures${until}.`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? 'Veuillez patienter un instant avant de réessayer.'
      : `Veuillez attendre ${seconds(retryAfter)} avant de demander un autre code.`,
  [codes.internal]: 'Un problème est survenu de notre côté. Veuillez réessayer.',
};
