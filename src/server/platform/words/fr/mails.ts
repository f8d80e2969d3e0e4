import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { letter, points } from '#server/platform/mail/letter.ts';
import { instantText } from '#server/platform/words/instants.ts';
import type {
  ApplicationFacts,
  DeskOccasion,
  MailTexts,
  SecurityFacts,
} from '#server/platform/words/mail-facts.ts';
import { options } from './options.ts';

const about = ({ number, holderName, url }: ApplicationFacts, ...paragraphs: string[]) =>
  letter(
    'Madame, Monsieur,',
    ...paragraphs,
    `Numéro de demande : ${number}\nVotre demande dans le portail : ${url}`,
    `Veuillez agréer nos salutations distinguées.\n${holderName}, détenteur de données`,
  );

const remark = (text: string) => (text ? `L’examinateur ajoute :\n\n${text}` : '');
const until = (at: number) => instantText('fr', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    'Si ce n’était pas vous, ou si vous ne l’avez pas demandé, prévenez aussitôt un responsable et faites changer le mot de passe de votre messagerie.',
    `Votre second facteur dans le portail : ${url}`,
    `Cordialement,\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': 'Une nouvelle demande a été déposée.',
  'information.supply': 'Le demandeur a fourni les informations manquantes.',
  'data.request': 'Le demandeur a déposé la demande de données.',
  'application.terminate': 'Le demandeur a mis fin à la demande.',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: 'Votre code de vérification',
    body: letter(
      `Votre code de vérification : ${code}`,
      'Il est valable 10 minutes et pour une seule connexion. Après cinq codes erronés de suite, la connexion avec cette adresse est bloquée pendant 24 heures.',
      'Si vous n’avez pas demandé de code, vous n’avez rien à faire. Nous ne demandons jamais à personne de nous communiquer un code.',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `Demande ${facts.number} reçue`,
    body: about(
      facts,
      'Nous avons reçu votre demande d’accès aux données du véhicule. Vous n’avez rien à faire pour l’instant ; nous vous écrirons dès qu’il y aura du nouveau.',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `Demande ${facts.number} : examen commencé`,
    body: about(facts, 'L’examen de votre demande a commencé.'),
  }),
  qualificationPassed: (facts) => ({
    subject: `Demande ${facts.number} : déposez votre demande de données`,
    body: about(
      facts,
      'Votre éligibilité est confirmée. Veuillez indiquer dans le portail quelles données vous demandez, et pour quelle période.',
      `Veuillez déposer la demande de données au plus tard le ${until(facts.until)}. Sans réponse à cette date, la demande est close.`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `Demande ${facts.number} : informations à compléter`,
    body: about(
      facts,
      'Pour poursuivre le traitement de votre demande, nous avons besoin d’autres informations de votre part :',
      points(facts.items),
      facts.text,
      `Veuillez les ajouter dans le portail au plus tard le ${until(facts.until)}. Sans réponse à cette date, la demande est close.`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `Demande ${facts.number} approuvée`,
    body: about(
      facts,
      'Votre demande de données est approuvée. Nous préparons la copie des données et vous écrirons dès qu’elle pourra être téléchargée.',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `Demande ${facts.number} refusée`,
    body: about(
      facts,
      'Nous ne pouvons pas accéder à votre demande, pour le motif suivant :',
      `${options.refusalGrounds[facts.ground]}\n(${refusalGrounds[facts.ground].article} du règlement (UE) 2023/2854, règlement sur les données)`,
      remark(facts.text),
      'Si vous contestez cette décision, vous avez le droit d’introduire une réclamation auprès de l’autorité compétente d’un État membre, et vous pouvez saisir un organe de règlement des litiges certifié ou une juridiction lorsque la loi le prévoit.',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `Demande ${facts.number} terminée`,
    body: about(
      facts,
      'Il a été mis fin à votre demande, comme vous l’avez souhaité. Vous pouvez en déposer une nouvelle à tout moment.',
    ),
  }),
  deadlinePassed: (facts) => ({
    subject: `Demande ${facts.number} close`,
    body: about(
      facts,
      'Votre demande est close, car ce que nous vous avions demandé ne nous est pas parvenu à temps. Vous pouvez en déposer une nouvelle à tout moment.',
      'Si vous contestez cette décision, vous avez le droit d’introduire une réclamation auprès de l’autorité compétente d’un État membre.',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `Demande ${facts.number} : votre réponse est attendue`,
    body: about(
      facts,
      'Un rappel : c’est à vous d’agir, et votre réponse ne nous est pas encore parvenue.',
      `Veuillez répondre sur le portail au plus tard le ${until(facts.until)}. Sans réponse à cette date, la demande sera close.`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `Demande ${facts.number} : vos données sont prêtes`,
    body: about(
      facts,
      'La copie des données est prête. Veuillez télécharger le fichier depuis le portail après connexion ; il s’agit d’un classeur Excel.',
      `Mot de passe du fichier : ${facts.password}`,
      `Le fichier peut être téléchargé jusqu’au ${until(facts.keptUntil)}. Conservez le mot de passe ; il n’ouvre que ce fichier et ne sera pas envoyé à nouveau.`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `Demande ${facts.number} : aucune donnée`,
    body: about(
      facts,
      'Il n’y a pas de fichier à télécharger, car aucune donnée ne peut être fournie pour votre demande :',
      facts.reason,
    ),
  }),
  reportFailed: (facts) => ({
    subject: `Demande ${facts.number} : le fichier n’a pas pu être généré`,
    body: about(
      facts,
      'La copie des données n’a pas pu être générée malgré plusieurs tentatives. Nous en sommes désolés. Veuillez relancer la génération dans le portail.',
    ),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `Notification : refus d’accès aux données, demande ${number}`,
    body: letter(
      'En application du règlement (UE) 2023/2854 (règlement sur les données), nous vous notifions un refus d’accès aux données fondé sur le secret d’affaires :',
      `Numéro de demande : ${number}`,
      `${options.refusalGrounds[ground]}\n(${refusalGrounds[ground].article} du règlement (UE) 2023/2854, règlement sur les données)`,
      `Cordialement,\n${holderName}, en qualité de détenteur de données`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `Bureau d’examen : la demande ${number} arrive à échéance`,
    body: letter(
      `Cette demande est à traiter au plus tard le ${until(by)}.`,
      `Numéro de la demande : ${number}\nLa demande au bureau d’examen : ${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: 'Votre second facteur a été réinitialisé',
    body: security(
      facts,
      'Votre second facteur au bureau d’examen a été réinitialisé : l’application d’authentification et les codes de secours que vous aviez ne fonctionnent plus. À votre prochaine connexion, vous en configurerez un autre.',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: 'Un second facteur a été configuré pour votre compte',
    body: security(
      facts,
      'Une application d’authentification a été configurée pour votre compte au bureau d’examen, avec de nouveaux codes de secours. L’application et les codes précédents ne fonctionnent plus.',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: 'Un code de secours a été utilisé',
    body: security(
      facts,
      `Une connexion à votre compte au bureau d’examen a eu lieu avec l’un de ses codes de secours, désormais utilisé. Codes restants : ${left}.`,
      left === 0
        ? 'C’était le dernier. Configurez de nouveau l’application d’authentification pour obtenir de nouveaux codes.'
        : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `Bureau d’examen : demande ${number}`,
    body: letter(occasions[event] ?? 'La demande a changé.', `Numéro de demande : ${number}`),
  }),
};
