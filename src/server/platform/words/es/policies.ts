import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('es', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login:
      'Mantiene su sesión iniciada: contiene el identificador de sesión que las páginas envían en cada llamada.',
    session: 'Distingue una visita de otra, para que dos ventanas no se estorben.',
    consent: 'Recuerda su elección sobre las cookies, para no volver a preguntarle.',
    language: 'Recuerda el idioma que ha elegido.',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: 'Política de privacidad',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: 'Quién es responsable',
        paragraphs: [
          `${holderName}, tenedor de datos conforme al Reglamento (UE) 2023/2854 (Reglamento de Datos), es el responsable del tratamiento de los datos personales de este portal. Escriba a ${contactMailbox} para cualquier pregunta al respecto.`,
        ],
      },
      {
        heading: 'Qué tratamos y para qué',
        paragraphs: [
          'Inicio de sesión: su dirección de correo electrónico, un resumen criptográfico del código de verificación enviado a ella, las veces que se introdujo un código incorrecto, un resumen de su identificador de sesión y su idioma.',
          'Solicitudes de clientes: nombre, tratamiento, fecha de nacimiento, teléfono y dirección del usuario; el vehículo y la prueba de que usted es su usuario; la finalidad; nombre y ubicación de un tercero, su documentación y el acuerdo de intercambio de datos; el período y los tipos de datos que pide, y la dirección de contacto.',
          'Solicitudes de organismos del sector público: el nombre del organismo, sus datos de contacto y lo que el artículo 17, apartado 1, del Reglamento de Datos exige indicar.',
          'Curso de una solicitud: cada paso con su hora, el papel de quien lo dio y el texto que lo acompaña; los correos sobre ella; los ficheros que usted carga.',
          'La copia de los datos: lo que su vehículo registró en el período y de los tipos que usted pide. Si elige el enmascaramiento, el vehículo se designa con un seudónimo, las posiciones se hacen menos precisas y las horas se desplazan.',
        ],
      },
      {
        heading: 'Bases jurídicas',
        paragraphs: [
          'Tramitamos las solicitudes y entregamos datos porque el Reglamento de Datos nos obliga a ello [artículo 6, apartado 1, letra c), del RGPD en relación con los artículos 4, 5 y 14 del Reglamento de Datos]. Cuando los datos del vehículo se refieren a una persona distinta del usuario, solo los entregamos si se acredita el consentimiento de esa persona u otra base del artículo 6 del RGPD.',
          'El inicio de sesión y los correos sobre su solicitud son necesarios para las gestiones que usted nos pide [artículo 6, apartado 1, letra b), del RGPD].',
          'Contar los códigos incorrectos, bloquear una dirección durante 24 horas tras cinco de ellos y llevar un historial inalterable responden a nuestro interés legítimo en la seguridad y en poder demostrar cómo decidimos [artículo 6, apartado 1, letra f), del RGPD].',
          'Las cookies que no son necesarias solo se instalan con su consentimiento [artículo 6, apartado 1, letra a), del RGPD].',
        ],
      },
      {
        heading: 'Quién recibe datos',
        paragraphs: [
          'El tercero que usted designa recibe los datos que nos pide poner a su disposición. Un organismo del sector público recibe lo que puede solicitar legalmente. Las empresas que operan nuestros servidores y entregan nuestros correos tratan datos por cuenta nuestra y siguiendo nuestras instrucciones.',
          'No vendemos datos ni los usamos para publicidad. Las decisiones sobre las solicitudes las toman personas, no medios automatizados.',
        ],
      },
      {
        heading: 'Cuánto tiempo conservamos los datos',
        paragraphs: [
          'Un código de verificación es válido durante 10 minutos. Un identificador de sesión termina al cerrar la sesión, a más tardar después de 365 días.',
          'Un fichero que usted carga pero no envía con un formulario se elimina después de 7 días.',
          `Una solicitud en la que esperamos su respuesta se cierra al pasar la fecha indicada en nuestro correo; para una solicitud de datos, el plazo es de ${days(answerDays)}.`,
          `El fichero con la copia de los datos está cifrado y se elimina después de ${days(reportDays)}. Su contraseña no se conserva una vez enviado el correo que la contiene.`,
          `Las solicitudes, su historial, los correos sobre ellas y los ficheros enviados con ellas se conservan durante ${days(recordDays)} una vez terminadas, para poder demostrar cómo se tramitó una solicitud, y después se suprimen. La solicitud de un organismo del sector público al que se entregaron datos se conserva al menos hasta que comunique que los ha suprimido.`,
          `Una dirección de correo con la que ya no hay ninguna solicitud se suprime ${days(recordDays)} después del primer inicio de sesión. Lo que conservamos de la introducción de códigos, así como los correos con códigos, desaparece 30 días después del último código; el registro de una elección de cookies desaparece con su cookie, después de 365 días.`,
        ],
      },
      {
        heading: 'Sus derechos',
        paragraphs: [
          'Tiene derecho a acceder a sus datos, a que se rectifiquen o supriman, a que se limite su tratamiento, a recibir los que haya facilitado en un formato de lectura mecánica y a oponerse al tratamiento basado en nuestros intereses legítimos. El consentimiento puede retirarse en cualquier momento con efectos para el futuro.',
          `Escriba a ${contactMailbox}. También puede presentar una reclamación ante una autoridad de control de protección de datos, en particular donde viva o trabaje.`,
          'Sin una dirección de correo electrónico no puede iniciar sesión, y sin los campos marcados como obligatorios no podemos tramitar una solicitud.',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Política de cookies',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: 'Qué son las cookies',
        paragraphs: [
          `Las cookies son pequeños textos que su navegador guarda para este sitio. ${holderName} solo instala aquí sus propias cookies: ninguna de publicidad ni de medición de visitas, y ninguna de otras empresas.`,
        ],
      },
      {
        heading: 'Cookies necesarias',
        paragraphs: [
          'Sin ellas no se puede usar el sitio; la ley las permite sin consentimiento.',
          `${cookieNames.login} (${cookies.login.lifetime}): ${cookies.login.purpose}`,
          `${cookieNames.session} (${cookies.session.lifetime}): ${cookies.session.purpose}`,
          `${cookieNames.consent} (${cookies.consent.lifetime}): ${cookies.consent.purpose}`,
        ],
      },
      {
        heading: 'Cookies funcionales',
        paragraphs: [
          'Solo se instalan si usted las permite. Sin ellas no se puede cambiar de idioma.',
          `${cookieNames.language} (${cookies.language.lifetime}): ${cookies.language.purpose}`,
        ],
      },
      {
        heading: 'Su elección',
        paragraphs: [
          'Puede cambiar su elección en cualquier momento en la configuración de cookies; si retira su consentimiento, las cookies funcionales se eliminan. Registramos la elección con su hora bajo un número aleatorio, para poder demostrar que se hizo.',
          'También puede eliminar las cookies en su navegador. Si las desactiva por completo, no podrá iniciar sesión.',
          `Preguntas sobre las cookies: ${contactMailbox}`,
        ],
      },
    ],
  }),
};
