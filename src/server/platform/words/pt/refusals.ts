import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) =>
  pluralText('pt', count, { one: 'resta # tentativa', other: 'restam # tentativas' });
const seconds = (count: number) =>
  pluralText('pt', count, { one: '# segundo', other: '# segundos' });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined
      ? 'Verifique os campos assinalados.'
      : 'O carregamento do ficheiro falhou, tente novamente!',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined
      ? 'O código de verificação está errado.'
      : `O código de verificação está errado; ${triesLeft(left)}.`,
  [codes.expiredCode]: 'O código de verificação já foi usado ou é demasiado antigo. Peça um novo.',
  [codes.unknownFile]:
    'Um dos ficheiros carregados já não pode ser usado. Retire-o e carregue-o novamente.',
  [codes.agreementMissing]: 'Carregue o acordo de partilha de dados',
  [codes.personalDataNotAllowed]:
    'Fora de uma emergência pública, um organismo do setor público só pode pedir dados não pessoais (artigo 15.º do Regulamento (UE) 2023/2854). Escolha outros tipos de dados.',
  [codes.signedOut]: 'Inicie sessão.',
  [codes.forbidden]: 'Não tem permissão para fazer isto.',
  [codes.secondFactorNeeded]: 'É primeiro necessário o segundo fator da sua conta.',
  [codes.notFound]: ({ file }) =>
    file === undefined
      ? 'O que procura não existe.'
      : 'Erro ao obter o ficheiro, atualize e tente novamente',
  [codes.methodNotAllowed]: 'Esta chamada faz-se de outro modo.',
  [codes.notAllowedNow]: 'Isto não é possível no estado atual do pedido.',
  [codes.outdated]: 'O pedido foi alterado entretanto. Volte a carregá-lo e tente novamente.',
  [codes.takenByOther]: ({ assignee }) =>
    `Outra pessoa já assumiu este pedido${assignee === undefined ? '' : `: ${assignee}`}.`,
  [codes.reportNotReady]: 'A gerar o ficheiro... consulte o seu e-mail',
  [codes.lastLead]: 'É o último responsável: nomeie primeiro outra pessoa.',
  [codes.tooManyFiles]:
    'Há demasiados ficheiros carregados à espera de um formulário. Envie os formulários que precisam deles; os ficheiros que nenhum formulário refere são eliminados ao fim de sete dias.',
  [codes.tooLarge]: ({ file }) =>
    file === undefined
      ? 'O pedido é demasiado grande.'
      : 'O tamanho de cada ficheiro não pode exceder 20 MB',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined
      ? 'Este tipo de conteúdo não é suportado.'
      : 'Tipo de ficheiro não suportado',
  [codes.vehicleNotLinked]:
    'Nenhum veículo da conta é elegível; o acesso aos dados não está disponível de momento. Registe e associe primeiro o veículo na aplicação do veículo.',
  [codes.locked]: ({ lockedUntil }) => {
    const until =
      lockedUntil === undefined ? '' : ` (a partir de ${instantText('pt', lockedUntil)})`;
    return `Cinco códigos errados seguidos: o início de sessão está bloqueado. Tente novamente após 24 horas${until}.`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? 'Aguarde um momento antes de tentar novamente.'
      : `Aguarde ${seconds(retryAfter)} antes de pedir outro código.`,
  [codes.internal]: 'Ocorreu um problema do nosso lado. Tente novamente.',
};
