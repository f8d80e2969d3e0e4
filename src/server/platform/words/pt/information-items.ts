import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: 'Dados do proprietário',
    wording:
      'Verifique o seu nome e o endereço de contacto: não correspondem ao comprovativo que apresentou.',
  },
  vehicleProof: {
    label: 'Comprovativo do veículo',
    wording:
      'Apresente uma cópia legível do comprovativo de que o veículo é seu, por exemplo todas as páginas do certificado de matrícula.',
  },
  purpose: {
    label: 'Finalidade da utilização',
    wording: 'Descreva com mais pormenor para que pretende utilizar os dados.',
  },
  thirdParty: {
    label: 'Terceiro',
    wording:
      'Indique o nome completo e a localização do terceiro e apresente um documento que comprove a sua identidade.',
  },
  agreement: {
    label: 'Acordo de partilha de dados',
    wording: 'Apresente o acordo de partilha de dados assinado por todas as partes.',
  },
  dataPeriod: {
    label: 'Período',
    wording: 'Confirme o período: indique de quando até quando precisa dos dados.',
  },
  dataTypes: {
    label: 'Tipos de dados',
    wording: 'Indique de que tipos de dados precisa e quais pode dispensar.',
  },
  exceptionalNeed: {
    label: 'Necessidade excecional',
    wording:
      'Demonstre a necessidade excecional: por que razão os dados não podem ser obtidos atempada e eficazmente por outros meios.',
  },
  scope: {
    label: 'Âmbito do pedido de dados',
    wording: 'Especifique que dados são necessários, de que veículos e de que período.',
  },
  safeguards: {
    label: 'Garantias',
    wording: 'Descreva as medidas técnicas e organizativas que protegerão os dados.',
  },
  legalProvision: {
    label: 'Disposição legal',
    wording: 'Indique a disposição legal que atribui esta missão ao seu organismo.',
  },
  materials: {
    label: 'Documentos anexos',
    wording: 'Apresente os documentos a que o pedido se refere.',
  },
};
