import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('fr', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login:
      'Vous maintient connecté : il contient le jeton de connexion que les pages envoient à chaque appel.',
    session: 'Distingue une visite d’une autre, afin que deux fenêtres ne se gênent pas.',
    consent: 'Retient votre choix en matière de cookies, pour ne pas vous le redemander.',
    language: 'Retient la langue que vous avez choisie.',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: 'Politique de confidentialité',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: 'Qui est responsable',
        paragraphs: [
          `${holderName}, détenteur de données au sens du règlement (UE) 2023/2854 (règlement sur les données), est le responsable du traitement des données à caractère personnel de ce portail. Pour toute question à leur sujet, écrivez à ${contactMailbox}.`,
        ],
      },
      {
        heading: 'Ce que nous traitons, et à quelles fins',
        paragraphs: [
          'Connexion : votre adresse électronique, une empreinte du code de vérification qui lui a été envoyé, le nombre de codes erronés, une empreinte de votre jeton de connexion et votre langue.',
          'Demandes des clients : nom, civilité, date de naissance, numéro de téléphone et adresse de l’utilisateur ; le véhicule et la preuve que vous en êtes l’utilisateur ; la finalité ; nom et lieu d’un tiers, ses documents et l’accord de partage de données ; la période et les types de données demandés, ainsi que l’adresse de contact.',
          'Demandes d’organismes du secteur public : le nom de l’organisme, ses coordonnées et ce que l’article 17, paragraphe 1, du règlement sur les données impose d’indiquer.',
          'Déroulement d’une demande : chaque étape avec son heure, le rôle de la personne qui l’a accomplie et le texte qui l’accompagne ; les courriels à son sujet ; les fichiers que vous téléversez.',
          'La copie des données : ce que votre véhicule a enregistré pendant la période et selon les types que vous demandez. Si vous choisissez le masquage, le véhicule est désigné par un pseudonyme, les positions sont rendues moins précises et les heures sont décalées.',
        ],
      },
      {
        heading: 'Bases juridiques',
        paragraphs: [
          'Nous traitons les demandes et remettons les données parce que le règlement sur les données nous y oblige [article 6, paragraphe 1, point c), du RGPD, en liaison avec les articles 4, 5 et 14 du règlement sur les données]. Lorsque des données du véhicule concernent une autre personne que l’utilisateur, nous ne les remettons que si le consentement de cette personne ou une autre base de l’article 6 du RGPD est établi.',
          'La connexion et les courriels relatifs à votre demande sont nécessaires aux démarches que vous nous demandez d’accomplir [article 6, paragraphe 1, point b), du RGPD].',
          'Compter les codes erronés, bloquer une adresse pendant 24 heures après cinq d’entre eux et tenir un historique inaltérable servent notre intérêt légitime à la sécurité et à pouvoir démontrer comment nous avons décidé [article 6, paragraphe 1, point f), du RGPD].',
          'Les cookies qui ne sont pas nécessaires ne sont déposés qu’avec votre consentement [article 6, paragraphe 1, point a), du RGPD].',
        ],
      },
      {
        heading: 'Qui reçoit des données',
        paragraphs: [
          'Le tiers que vous désignez reçoit les données que vous nous demandez de mettre à sa disposition. Un organisme du secteur public reçoit ce qu’il peut légalement demander. Les entreprises qui exploitent nos serveurs et acheminent nos courriels traitent des données pour notre compte et selon nos instructions.',
          'Nous ne vendons pas de données et ne les utilisons pas à des fins publicitaires. Les décisions sur les demandes sont prises par des personnes, et non par des moyens automatisés.',
        ],
      },
      {
        heading: 'Combien de temps nous conservons les données',
        paragraphs: [
          'Un code de vérification est valable 10 minutes. Un jeton de connexion prend fin lorsque vous vous déconnectez, au plus tard après 365 jours.',
          'Un fichier que vous téléversez sans l’envoyer avec un formulaire est supprimé après 7 jours.',
          `Une demande pour laquelle nous attendons votre réponse est close une fois passée la date indiquée dans notre courriel ; pour une demande de données, ce délai est de ${days(answerDays)}.`,
          `Le fichier contenant la copie des données est chiffré et supprimé après ${days(reportDays)}. Son mot de passe n’est plus conservé une fois parti le courriel qui le contient.`,
          `Les demandes, leur historique, les courriels à leur sujet et les fichiers envoyés avec elles sont conservés pendant ${days(recordDays)} après leur clôture, afin que nous puissions démontrer comment une demande a été traitée, puis effacés. La demande d’un organisme du secteur public auquel des données ont été remises est conservée au moins jusqu’à ce qu’il ait fait savoir qu’il les a effacées.`,
          `Une adresse électronique avec laquelle plus aucune demande n’est déposée est effacée ${days(recordDays)} après la première connexion. Ce que nous conservons de la saisie des codes, ainsi que les courriels contenant un code, disparaît 30 jours après le dernier code ; l’enregistrement d’un choix de cookies disparaît avec son cookie, après 365 jours.`,
        ],
      },
      {
        heading: 'Vos droits',
        paragraphs: [
          'Vous avez le droit d’accéder à vos données, de les faire rectifier ou effacer, de faire limiter leur traitement, de recevoir celles que vous avez fournies dans un format lisible par machine, et de vous opposer au traitement fondé sur nos intérêts légitimes. Le consentement peut être retiré à tout moment pour l’avenir.',
          `Écrivez à ${contactMailbox}. Vous pouvez également introduire une réclamation auprès d’une autorité de contrôle de la protection des données, notamment là où vous résidez ou travaillez.`,
          'Sans adresse électronique, vous ne pouvez pas vous connecter, et sans les champs marqués comme obligatoires, nous ne pouvons pas traiter une demande.',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Politique relative aux cookies',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: 'Ce que sont les cookies',
        paragraphs: [
          `Les cookies sont de petits textes que votre navigateur conserve pour ce site. ${holderName} ne dépose ici que ses propres cookies : aucun pour la publicité ou la mesure d’audience, et aucun d’autres entreprises.`,
        ],
      },
      {
        heading: 'Cookies nécessaires',
        paragraphs: [
          'Sans eux, le site ne peut pas être utilisé ; la loi les autorise sans consentement.',
          `${cookieNames.login} (${cookies.login.lifetime}) : ${cookies.login.purpose}`,
          `${cookieNames.session} (${cookies.session.lifetime}) : ${cookies.session.purpose}`,
          `${cookieNames.consent} (${cookies.consent.lifetime}) : ${cookies.consent.purpose}`,
        ],
      },
      {
        heading: 'Cookies fonctionnels',
        paragraphs: [
          'Ils ne sont déposés que si vous les autorisez. Sans eux, il n’est pas possible de changer de langue.',
          `${cookieNames.language} (${cookies.language.lifetime}) : ${cookies.language.purpose}`,
        ],
      },
      {
        heading: 'Votre choix',
        paragraphs: [
          'Vous pouvez modifier votre choix à tout moment dans les paramètres des cookies ; si vous retirez votre consentement, les cookies fonctionnels sont supprimés. Nous enregistrons le choix et son heure sous un numéro aléatoire, afin de pouvoir démontrer qu’il a été fait.',
          'Vous pouvez aussi supprimer les cookies dans votre navigateur. Si vous les désactivez entièrement, vous ne pouvez pas vous connecter.',
          `Questions sur les cookies : ${contactMailbox}`,
        ],
      },
    ],
  }),
};
