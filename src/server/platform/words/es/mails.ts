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
    'Estimada señora, estimado señor:',
    ...paragraphs,
    `Número de solicitud: ${number}\nSu solicitud en el portal: ${url}`,
    `Atentamente,\n${holderName}, tenedor de datos`,
  );

const remark = (text: string) => (text ? `La persona que revisa añade:\n\n${text}` : '');
const until = (at: number) => instantText('es', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    'Si no ha sido usted, o no lo ha pedido, avise de inmediato a un responsable y cambie la contraseña de su correo.',
    `Su segundo factor en el portal: ${url}`,
    `Atentamente,\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': 'Se ha presentado una nueva solicitud.',
  'information.supply': 'El solicitante ha aportado la información que faltaba.',
  'data.request': 'El solicitante ha presentado la solicitud de datos.',
  'application.terminate': 'El solicitante ha terminado la solicitud.',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: 'Su código de verificación',
    body: letter(
      `Su código de verificación: ${code}`,
      'Es válido durante 10 minutos y para un solo inicio de sesión. Tras cinco códigos incorrectos seguidos, el inicio de sesión con esta dirección queda bloqueado durante 24 horas.',
      'Si no ha pedido ningún código, no tiene que hacer nada. Nunca pedimos a nadie que nos comunique un código.',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `Solicitud ${facts.number} recibida`,
    body: about(
      facts,
      'Hemos recibido su solicitud de acceso a los datos del vehículo. Por ahora no tiene que hacer nada; le escribiremos en cuanto haya novedades.',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `Solicitud ${facts.number}: revisión iniciada`,
    body: about(facts, 'La revisión de su solicitud ha comenzado.'),
  }),
  qualificationPassed: (facts) => ({
    subject: `Solicitud ${facts.number}: presente su solicitud de datos`,
    body: about(
      facts,
      'Su legitimación queda confirmada. Indique en el portal qué datos pide y de qué período.',
      `Presente la solicitud de datos a más tardar el ${until(facts.until)}. Si no llega nada hasta entonces, la solicitud se cerrará.`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `Solicitud ${facts.number}: información por completar`,
    body: about(
      facts,
      'Para continuar con su solicitud necesitamos más información de su parte:',
      points(facts.items),
      facts.text,
      `Añádala en el portal a más tardar el ${until(facts.until)}. Si no llega nada hasta entonces, la solicitud se cerrará.`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `Solicitud ${facts.number} aprobada`,
    body: about(
      facts,
      'Su solicitud de datos está aprobada. Estamos preparando la copia de los datos y le escribiremos en cuanto pueda descargarse.',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `Solicitud ${facts.number} denegada`,
    body: about(
      facts,
      'No podemos conceder su solicitud por el siguiente motivo:',
      `${options.refusalGrounds[facts.ground]}\n(${refusalGrounds[facts.ground].article} del Reglamento (UE) 2023/2854, Reglamento de Datos)`,
      remark(facts.text),
      'Si no está de acuerdo, tiene derecho a presentar una reclamación ante la autoridad competente de un Estado miembro, y puede acudir a un órgano de resolución de litigios certificado o a los tribunales cuando la ley lo prevea.',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `Solicitud ${facts.number} terminada`,
    body: about(
      facts,
      'Su solicitud ha terminado, como usted pidió. Puede presentar una nueva en cualquier momento.',
    ),
  }),
  deadlinePassed: (facts) => ({
    subject: `Solicitud ${facts.number} cerrada`,
    body: about(
      facts,
      'Su solicitud se ha cerrado porque lo que le pedimos no llegó a tiempo. Puede presentar una nueva en cualquier momento.',
      'Si no está de acuerdo, tiene derecho a presentar una reclamación ante la autoridad competente de un Estado miembro.',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `Solicitud ${facts.number}: esperamos su respuesta`,
    body: about(
      facts,
      'Le recordamos que es su turno y que su respuesta aún no ha llegado.',
      `Responda en el portal a más tardar el ${until(facts.until)}. Si para entonces no ha llegado nada, la solicitud se cerrará.`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `Solicitud ${facts.number}: sus datos están listos`,
    body: about(
      facts,
      'La copia de los datos está lista. Descargue el fichero desde el portal tras iniciar sesión; es un libro de Excel.',
      `Contraseña del fichero: ${facts.password}`,
      `El fichero puede descargarse hasta el ${until(facts.keptUntil)}. Conserve la contraseña; solo abre este fichero y no se envía de nuevo.`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `Solicitud ${facts.number}: no hay datos`,
    body: about(
      facts,
      'No hay ningún fichero que descargar, porque no hay datos que entregar para su solicitud:',
      facts.reason,
    ),
  }),
  reportFailed: (facts) => ({
    subject: `Solicitud ${facts.number}: no se pudo generar el fichero`,
    body: about(
      facts,
      'La copia de los datos no se pudo generar pese a varios intentos. Lo sentimos. Vuelva a generarla en el portal.',
    ),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `Notificación: denegación de acceso a datos, solicitud ${number}`,
    body: letter(
      'Con arreglo al Reglamento (UE) 2023/2854 (Reglamento de Datos), le notificamos que se ha denegado el acceso a datos por motivo de secretos comerciales:',
      `Número de solicitud: ${number}`,
      `${options.refusalGrounds[ground]}\n(${refusalGrounds[ground].article} del Reglamento (UE) 2023/2854, Reglamento de Datos)`,
      `Atentamente,\n${holderName}, como tenedor de datos`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `Mesa de revisión: la solicitud ${number} vence pronto`,
    body: letter(
      `Esta solicitud vence el ${until(by)}.`,
      `Número de solicitud: ${number}\nLa solicitud en la mesa de revisión: ${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: 'Se ha restablecido su segundo factor',
    body: security(
      facts,
      'Se ha restablecido su segundo factor en la mesa de revisión: la aplicación de autenticación y los códigos de recuperación que tenía ya no funcionan. En su próximo inicio de sesión configurará otro.',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: 'Se ha configurado un segundo factor para su cuenta',
    body: security(
      facts,
      'Se ha configurado una aplicación de autenticación para su cuenta de la mesa de revisión, con nuevos códigos de recuperación. La aplicación y los códigos anteriores ya no funcionan.',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: 'Se ha usado un código de recuperación',
    body: security(
      facts,
      `Alguien ha iniciado sesión en su cuenta de la mesa de revisión con uno de sus códigos de recuperación, que queda gastado. Códigos restantes: ${left}.`,
      left === 0
        ? 'Era el último. Configure de nuevo la aplicación de autenticación para obtener códigos nuevos.'
        : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `Mesa de revisión: solicitud ${number}`,
    body: letter(occasions[event] ?? 'La solicitud ha cambiado.', `Número de solicitud: ${number}`),
  }),
};
