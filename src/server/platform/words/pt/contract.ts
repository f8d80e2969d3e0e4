import type { ContractTexts } from '#server/platform/words/contract-texts.ts';

export const contract: ContractTexts = {
  fileName: 'contrato-de-partilha-de-dados',
  title: 'Acordo de partilha de dados',
  note: 'Modelo de acordo nos termos dos artigos 5.º, 6.º e 8.º a 11.º do Regulamento (UE) 2023/2854 (Regulamento dos Dados). O portal preencheu o que foi indicado no pedido. Complete o que ficou em aberto, acordem o texto, assinem-no e junte-o ao pedido. É um modelo e não constitui aconselhamento jurídico.',
  parties: 'Partes',
  holder: 'Detentor dos dados',
  user: 'Utilizador',
  recipient: 'Destinatário dos dados (terceiro)',
  facts: { vehicle: 'Produto conectado', purpose: 'Finalidade acordada' },
  clauses: [
    {
      heading: 'Objeto',
      paragraphs: [
        'A pedido do utilizador (artigo 5.º, n.º 1, do Regulamento dos Dados), o detentor dos dados disponibiliza ao destinatário dos dados os dados prontamente disponíveis do produto conectado acima indicado, com os metadados necessários para os interpretar e utilizar.',
        'O utilizador indica de que dados e de que período se trata no pedido de dados do seu processo, no portal do detentor dos dados. Esse pedido de dados faz parte do presente acordo.',
      ],
    },
    {
      heading: 'Disponibilização dos dados',
      paragraphs: [
        'O detentor dos dados disponibiliza os dados sem demora injustificada, com a qualidade de que ele próprio dispõe, de forma fácil e segura e num formato abrangente, estruturado, de uso corrente e de leitura automática.',
        'Para o utilizador, a disponibilização é gratuita.',
        'As condições entre o detentor e o destinatário dos dados são justas, razoáveis e não discriminatórias, e os dados são disponibilizados de forma transparente (artigo 8.º).',
      ],
    },
    {
      heading: 'Utilização dos dados',
      paragraphs: [
        'O destinatário dos dados trata os dados apenas para a finalidade acima indicada e nas condições acordadas com o utilizador, e apaga-os quando deixam de ser necessários para essa finalidade, salvo se tiver acordado de outro modo com o utilizador quanto a dados não pessoais (artigo 6.º, n.º 1).',
        'O destinatário dos dados não utiliza os dados para desenvolver um produto que concorra com o produto conectado de que provêm, nem os partilha com outrem para esse fim; não os utiliza para a definição de perfis, salvo se tal for necessário para prestar o serviço solicitado pelo utilizador (artigo 6.º, n.º 2).',
        'O destinatário dos dados só disponibiliza os dados a outro terceiro com base num contrato com o utilizador e desde que seja preservada a confidencialidade dos segredos comerciais, e nunca a uma empresa designada como controlador de acesso nos termos do artigo 3.º do Regulamento (UE) 2022/1925. Declara não ser, ele próprio, uma empresa dessas (artigo 5.º, n.º 3).',
        'O destinatário dos dados não utiliza os dados de modo que afete negativamente a segurança do produto conectado, nem impede um utilizador que seja consumidor de disponibilizar os dados a outras partes.',
      ],
    },
    {
      heading: 'Dados pessoais',
      paragraphs: [
        'Se o utilizador não for o titular dos dados, os dados pessoais só são disponibilizados se existir um fundamento jurídico válido nos termos do artigo 6.º do Regulamento (UE) 2016/679 e, quando aplicável, se estiverem preenchidas as condições do artigo 9.º desse regulamento e do artigo 5.º, n.º 3, da Diretiva 2002/58/CE (artigo 5.º, n.º 7).',
        'Cada parte é responsável pelo seu próprio tratamento de dados pessoais.',
      ],
    },
    {
      heading: 'Segredos comerciais',
      paragraphs: [
        'Os segredos comerciais só são divulgados na medida do estritamente necessário para a finalidade acordada. O detentor dos dados identifica os dados protegidos como segredos comerciais (artigo 5.º, n.º 9): ___',
        'As medidas técnicas e organizativas acordadas para preservar a sua confidencialidade são: ___',
      ],
    },
    {
      heading: 'Compensação',
      paragraphs: [
        'O destinatário dos dados paga ao detentor dos dados pela disponibilização: ___ Qualquer compensação é não discriminatória e razoável (artigo 9.º).',
        'Se o destinatário dos dados for uma pequena ou média empresa ou um organismo de investigação sem fins lucrativos na aceção do artigo 9.º, n.º 4, a compensação não excede os custos diretamente relacionados com a disponibilização dos dados.',
      ],
    },
    {
      heading: 'Segurança e utilização não autorizada',
      paragraphs: [
        'O destinatário dos dados protege os dados, por medidas técnicas e organizativas adequadas, contra o acesso e a divulgação não autorizados.',
        'Se os dados tiverem sido obtidos, utilizados ou divulgados ilicitamente, o destinatário dos dados apaga-os sem demora injustificada, bem como todas as cópias, cessa a sua utilização e informa do facto e das medidas tomadas o utilizador (artigo 11.º, n.º 2).',
      ],
    },
    {
      heading: 'Duração',
      paragraphs: [
        'O presente acordo produz efeitos com a última assinatura e termina em: ___',
        'O utilizador pode pôr termo à disponibilização dos dados a qualquer momento, com efeitos para o futuro. O que foi acordado quanto à utilização, aos dados pessoais, aos segredos comerciais e à segurança continua a aplicar-se aos dados recebidos.',
      ],
    },
    {
      heading: 'Litígios',
      paragraphs: [
        'As partes podem submeter um litígio a um organismo de resolução de litígios certificado (artigo 10.º). Não é afetado o direito a uma via de recurso efetiva perante um órgão jurisdicional de um Estado-Membro.',
        'O direito aplicável é o de: ___',
      ],
    },
  ],
  signatures: 'Assinaturas',
  placeAndDate: 'Local e data',
  signature: 'Nome e assinatura',
};
