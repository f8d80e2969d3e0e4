import type { ContractTexts } from '#server/platform/words/contract-texts.ts';

export const contract: ContractTexts = {
  fileName: 'contrato-de-intercambio-de-datos',
  title: 'Acuerdo de intercambio de datos',
  note: 'Modelo de acuerdo conforme a los artículos 5, 6 y 8 a 11 del Reglamento (UE) 2023/2854 (Reglamento de Datos). El portal ha rellenado lo que se indicó en la solicitud. Complete lo que queda abierto, conviénganlo, fírmenlo y adjúntelo a la solicitud. Es un modelo y no constituye asesoramiento jurídico.',
  parties: 'Partes',
  holder: 'Tenedor de datos',
  user: 'Usuario',
  recipient: 'Destinatario de datos (tercero)',
  facts: { vehicle: 'Producto conectado', purpose: 'Finalidad acordada' },
  clauses: [
    {
      heading: 'Objeto',
      paragraphs: [
        'A petición del usuario (artículo 5, apartado 1, del Reglamento de Datos), el tenedor de datos pone a disposición del destinatario de datos los datos fácilmente disponibles del producto conectado arriba indicado, con los metadatos necesarios para interpretarlos y utilizarlos.',
        'El usuario indica de qué datos y de qué período se trata en la solicitud de datos de su expediente, en el portal del tenedor de datos. Esa solicitud de datos forma parte del presente acuerdo.',
      ],
    },
    {
      heading: 'Puesta a disposición de los datos',
      paragraphs: [
        'El tenedor de datos pone los datos a disposición sin demora indebida, con la calidad de que dispone él mismo, con facilidad, de forma segura y en un formato completo, estructurado, de utilización habitual y de lectura mecánica.',
        'Para el usuario es gratuito.',
        'Las condiciones entre el tenedor de datos y el destinatario de datos son justas, razonables y no discriminatorias, y los datos se ponen a disposición de manera transparente (artículo 8).',
      ],
    },
    {
      heading: 'Uso de los datos',
      paragraphs: [
        'El destinatario de datos trata los datos únicamente para la finalidad arriba indicada y en las condiciones acordadas con el usuario, y los suprime cuando ya no son necesarios para esa finalidad, salvo que haya acordado otra cosa con el usuario respecto de los datos no personales (artículo 6, apartado 1).',
        'El destinatario de datos no utiliza los datos para desarrollar un producto que compita con el producto conectado del que proceden ni los comparte con otro con ese fin; no los utiliza para elaborar perfiles, salvo que sea necesario para prestar el servicio solicitado por el usuario (artículo 6, apartado 2).',
        'El destinatario de datos solo pone los datos a disposición de otro tercero sobre la base de un contrato con el usuario y si se preserva la confidencialidad de los secretos comerciales, y nunca a disposición de una empresa designada como guardián de acceso con arreglo al artículo 3 del Reglamento (UE) 2022/1925. Declara que él mismo no es una empresa de ese tipo (artículo 5, apartado 3).',
        'El destinatario de datos no utiliza los datos de un modo que afecte negativamente a la seguridad del producto conectado ni impide que un usuario que sea consumidor ponga los datos a disposición de otras partes.',
      ],
    },
    {
      heading: 'Datos personales',
      paragraphs: [
        'Cuando el usuario no sea el interesado, los datos personales solo se ponen a disposición si existe una base jurídica válida con arreglo al artículo 6 del Reglamento (UE) 2016/679 y, cuando proceda, se cumplen las condiciones del artículo 9 de dicho Reglamento y del artículo 5, apartado 3, de la Directiva 2002/58/CE (artículo 5, apartado 7).',
        'Cada parte responde de su propio tratamiento de datos personales.',
      ],
    },
    {
      heading: 'Secretos comerciales',
      paragraphs: [
        'Los secretos comerciales solo se revelan en la medida estrictamente necesaria para la finalidad acordada. El tenedor de datos señala los datos protegidos como secretos comerciales (artículo 5, apartado 9): ___',
        'Las medidas técnicas y organizativas acordadas para preservar su confidencialidad son: ___',
      ],
    },
    {
      heading: 'Compensación',
      paragraphs: [
        'El destinatario de datos paga al tenedor de datos por la puesta a disposición: ___ Toda compensación es no discriminatoria y razonable (artículo 9).',
        'Cuando el destinatario de datos sea una pequeña o mediana empresa o un organismo de investigación sin ánimo de lucro en el sentido del artículo 9, apartado 4, la compensación no supera los costes directamente relacionados con la puesta a disposición de los datos.',
      ],
    },
    {
      heading: 'Seguridad y uso no autorizado',
      paragraphs: [
        'El destinatario de datos protege los datos con medidas técnicas y organizativas adecuadas contra el acceso y la divulgación no autorizados.',
        'Si se han obtenido, utilizado o divulgado datos de forma ilícita, el destinatario de datos los suprime sin demora indebida junto con todas sus copias, pone fin a su uso e informa de ello y de las medidas adoptadas al usuario (artículo 11, apartado 2).',
      ],
    },
    {
      heading: 'Duración',
      paragraphs: [
        'El presente acuerdo surte efecto con la última firma y termina el: ___',
        'El usuario puede poner fin a la puesta a disposición de datos en cualquier momento con efecto para el futuro. Lo acordado sobre el uso, los datos personales, los secretos comerciales y la seguridad sigue aplicándose a los datos recibidos.',
      ],
    },
    {
      heading: 'Litigios',
      paragraphs: [
        'Las partes pueden someter un litigio a un órgano de resolución de litigios certificado (artículo 10). No se ve afectado el derecho a la tutela judicial efectiva ante un órgano jurisdiccional de un Estado miembro.',
        'El Derecho aplicable es el de: ___',
      ],
    },
  ],
  signatures: 'Firmas',
  placeAndDate: 'Lugar y fecha',
  signature: 'Nombre y firma',
};
