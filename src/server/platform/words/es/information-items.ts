import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: 'Datos del propietario',
    wording:
      'Compruebe su nombre y su dirección de contacto: no coinciden con el justificante que ha aportado.',
  },
  vehicleProof: {
    label: 'Justificante del vehículo',
    wording:
      'Aporte una copia legible del justificante de que el vehículo es suyo, por ejemplo, todas las páginas del permiso de circulación.',
  },
  purpose: {
    label: 'Finalidad del uso',
    wording: 'Describa con más detalle para qué desea utilizar los datos.',
  },
  thirdParty: {
    label: 'Tercero',
    wording:
      'Indique el nombre completo y la ubicación del tercero y aporte un documento que acredite quién es.',
  },
  agreement: {
    label: 'Acuerdo de intercambio de datos',
    wording: 'Aporte el acuerdo de intercambio de datos firmado por todas las partes.',
  },
  dataPeriod: {
    label: 'Período',
    wording: 'Confirme el período: indique desde cuándo y hasta cuándo necesita los datos.',
  },
  dataTypes: {
    label: 'Tipos de datos',
    wording: 'Indique qué tipos de datos necesita y de cuáles puede prescindir.',
  },
  exceptionalNeed: {
    label: 'Necesidad excepcional',
    wording:
      'Demuestre la necesidad excepcional: por qué los datos no pueden obtenerse a tiempo y de forma eficaz por otros medios.',
  },
  scope: {
    label: 'Alcance de la solicitud de datos',
    wording: 'Precise qué datos se necesitan, de qué vehículos y de qué período.',
  },
  safeguards: {
    label: 'Salvaguardias',
    wording: 'Describa las medidas técnicas y organizativas que protegerán los datos.',
  },
  legalProvision: {
    label: 'Disposición jurídica',
    wording: 'Indique la disposición jurídica que atribuye esta tarea a su organismo.',
  },
  materials: {
    label: 'Documentos adjuntos',
    wording: 'Aporte los documentos a los que se refiere la solicitud.',
  },
};
