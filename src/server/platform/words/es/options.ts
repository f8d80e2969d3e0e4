import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: 'Información propia',
    repairAndMaintenance: 'Reparación y mantenimiento',
    insurance: 'Seguro',
    resaleValuation: 'Tasación para la reventa',
    fleetManagement: 'Gestión de flotas',
    research: 'Investigación',
    other: 'Otra finalidad',
  },
  titles: {
    ms: 'Señora',
    mr: 'Señor',
    mx: 'Sin especificar',
    dr: 'Doctor o doctora',
  },
  receptionMethods: {
    portalDownload: 'Descarga desde este portal',
    securePostal: 'Soporte de datos por correo certificado',
    apiTransfer: 'Transferencia a una interfaz del organismo',
  },
  publicApplyTypes: {
    publicEmergency: 'Respuesta a una emergencia pública [artículo 15, apartado 1, letra a)]',
    publicInterestTask:
      'Tarea de interés público prevista por la ley [artículo 15, apartado 1, letra b)]',
  },
  refusalGrounds: {
    userNotIdentified:
      'No se ha podido verificar que el solicitante sea el usuario del producto conectado.',
    safetyRequirements:
      'El acceso podría menoscabar los requisitos de seguridad del producto conectado establecidos por la ley, con un efecto adverso grave para la salud, la seguridad o la protección de las personas.',
    tradeSecrets:
      'Los datos son secretos comerciales y es muy probable que su revelación cause un perjuicio económico grave pese a las medidas de protección.',
    personalDataOfOthers:
      'Los datos son datos personales de otra persona y no se ha acreditado una base jurídica válida para ponerlos a disposición.',
    gatekeeper:
      'El tercero es un guardián de acceso conforme al Reglamento (UE) 2022/1925 y no puede recibir los datos.',
    notRequestedByUser:
      'La solicitud no la presentó ni el usuario ni una parte que actúe en su nombre.',
    dataNotControlled: 'El tenedor de datos no tiene control sobre los datos solicitados.',
    alreadyProvided:
      'Otro organismo del sector público presentó ya una solicitud similar con el mismo fin, y no se ha notificado al tenedor de datos la supresión de esos datos.',
    conditionsNotMet: 'La solicitud no cumple las condiciones del artículo 17, apartados 1 y 2.',
  },
};
