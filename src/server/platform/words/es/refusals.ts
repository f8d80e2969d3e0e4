import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) =>
  pluralText('es', count, { one: 'queda # intento', other: 'quedan # intentos' });
const seconds = (count: number) =>
  pluralText('es', count, { one: '# segundo', other: '# segundos' });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined
      ? 'Revise los campos señalados.'
      : 'Error al cargar el fichero, ¡inténtelo de nuevo!',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined
      ? 'El código de verificación es incorrecto.'
      : `El código de verificación es incorrecto; ${triesLeft(left)}.`,
  [codes.expiredCode]: 'El código de verificación ya se ha usado o ha caducado. Pida uno nuevo.',
  [codes.unknownFile]:
    'Uno de los ficheros cargados ya no se puede usar. Quítelo y vuelva a cargarlo.',
  [codes.agreementMissing]: 'Cargue el acuerdo de intercambio de datos',
  [codes.personalDataNotAllowed]:
    'Salvo en una emergencia pública, un organismo del sector público solo puede solicitar datos no personales (artículo 15 del Reglamento (UE) 2023/2854). Elija otros tipos de datos.',
  [codes.signedOut]: 'Inicie sesión.',
  [codes.forbidden]: 'No tiene permiso para hacer esto.',
  [codes.secondFactorNeeded]: 'Primero se necesita el segundo factor de su cuenta.',
  [codes.notFound]: ({ file }) =>
    file === undefined
      ? 'Lo que busca no existe.'
      : 'Error al obtener el fichero, actualice e inténtelo de nuevo',
  [codes.methodNotAllowed]: 'Esta llamada se hace de otro modo.',
  [codes.notAllowedNow]: 'Esto no es posible en el estado actual de la solicitud.',
  [codes.outdated]: 'La solicitud ha cambiado entretanto. Vuelva a cargarla e inténtelo de nuevo.',
  [codes.takenByOther]: ({ assignee }) =>
    `Otra persona ya se ha hecho cargo de esta solicitud${assignee === undefined ? '' : `: ${assignee}`}.`,
  [codes.reportNotReady]: 'Generando el fichero... consulte su correo electrónico',
  [codes.lastLead]: 'Es el último responsable: nombre antes a otra persona.',
  [codes.tooManyFiles]:
    'Hay demasiados ficheros subidos a la espera de un formulario. Envíe los formularios que los necesitan; los ficheros que ningún formulario menciona se eliminan al cabo de siete días.',
  [codes.tooLarge]: ({ file }) =>
    file === undefined
      ? 'La petición es demasiado grande.'
      : 'El tamaño de cada fichero no debe superar los 20 MB',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined
      ? 'Este tipo de contenido no es compatible.'
      : 'Tipo de fichero no compatible',
  [codes.vehicleNotLinked]:
    'Ningún vehículo de la cuenta cumple los requisitos; el acceso a los datos no está disponible por el momento. Registre y vincule primero el vehículo en la aplicación del vehículo.',
  [codes.locked]: ({ lockedUntil }) => {
    const until =
      lockedUntil === undefined ? '' : ` (a partir del ${instantText('es', lockedUntil)})`;
    return `Cinco códigos incorrectos seguidos: el inicio de sesión está bloqueado. Vuelva a intentarlo pasadas 24 horas${until}.`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? 'Espere un momento antes de volver a intentarlo.'
      : `Espere ${seconds(retryAfter)} antes de pedir otro código.`,
  [codes.internal]: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo.',
};
