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
    'Exma. Senhora, Exmo. Senhor,',
    ...paragraphs,
    `Número do pedido: ${number}\nO seu pedido no portal: ${url}`,
    `Com os melhores cumprimentos,\n${holderName}, detentor dos dados`,
  );

const remark = (text: string) => (text ? `Quem analisa o pedido acrescenta:\n\n${text}` : '');
const until = (at: number) => instantText('pt', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    'Se não foi o próprio, ou não o pediu, avise de imediato um responsável e altere a palavra-passe da sua caixa de correio.',
    `O seu segundo fator no portal: ${url}`,
    `Com os melhores cumprimentos,\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': 'Foi apresentado um novo pedido.',
  'information.supply': 'O requerente forneceu as informações em falta.',
  'data.request': 'O requerente apresentou o pedido de dados.',
  'application.terminate': 'O requerente terminou o pedido.',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: 'O seu código de verificação',
    body: letter(
      `O seu código de verificação: ${code}`,
      'É válido durante 10 minutos e para um único início de sessão. Após cinco códigos errados seguidos, o início de sessão com este endereço fica bloqueado durante 24 horas.',
      'Se não pediu nenhum código, não precisa de fazer nada. Nunca pedimos a ninguém que nos indique um código.',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `Pedido ${facts.number} recebido`,
    body: about(
      facts,
      'Recebemos o seu pedido de acesso a dados do veículo. Por agora não precisa de fazer nada; escrever-lhe-emos assim que houver novidades.',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `Pedido ${facts.number}: análise iniciada`,
    body: about(facts, 'A análise do seu pedido começou.'),
  }),
  qualificationPassed: (facts) => ({
    subject: `Pedido ${facts.number}: apresente o seu pedido de dados`,
    body: about(
      facts,
      'A sua legitimidade está confirmada. Indique no portal que dados pede e de que período.',
      `Apresente o pedido de dados até ${until(facts.until)}. Se nada chegar até lá, o pedido será encerrado.`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `Pedido ${facts.number}: informações a acrescentar`,
    body: about(
      facts,
      'Para prosseguir com o seu pedido, precisamos de mais informações da sua parte:',
      points(facts.items),
      facts.text,
      `Acrescente-as no portal até ${until(facts.until)}. Se nada chegar até lá, o pedido será encerrado.`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `Pedido ${facts.number} aprovado`,
    body: about(
      facts,
      'O seu pedido de dados está aprovado. Estamos a preparar a cópia dos dados e escrever-lhe-emos assim que puder ser descarregada.',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `Pedido ${facts.number} recusado`,
    body: about(
      facts,
      'Não podemos deferir o seu pedido, pelo seguinte motivo:',
      `${options.refusalGrounds[facts.ground]}\n(${refusalGrounds[facts.ground].article} do Regulamento (UE) 2023/2854, Regulamento dos Dados)`,
      remark(facts.text),
      'Se não concordar, tem o direito de apresentar uma reclamação à autoridade competente de um Estado-Membro e pode recorrer a um organismo de resolução de litígios certificado ou a um tribunal nos casos previstos na lei.',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `Pedido ${facts.number} terminado`,
    body: about(
      facts,
      'O seu pedido foi terminado, como solicitou. Pode apresentar um novo a qualquer momento.',
    ),
  }),
  deadlinePassed: (facts) => ({
    subject: `Pedido ${facts.number} encerrado`,
    body: about(
      facts,
      'O seu pedido foi encerrado porque aquilo que lhe pedimos não chegou a tempo. Pode apresentar um novo a qualquer momento.',
      'Se não concordar, tem o direito de apresentar uma reclamação à autoridade competente de um Estado-Membro.',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `Pedido ${facts.number}: aguardamos a sua resposta`,
    body: about(
      facts,
      'Lembramos que é a sua vez e que a sua resposta ainda não chegou.',
      `Responda no portal até ${until(facts.until)}. Se nada chegar até essa data, o pedido será encerrado.`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `Pedido ${facts.number}: os seus dados estão prontos`,
    body: about(
      facts,
      'A cópia dos dados está pronta. Descarregue o ficheiro do portal depois de iniciar sessão; é um livro do Excel.',
      `Palavra-passe do ficheiro: ${facts.password}`,
      `O ficheiro pode ser descarregado até ${until(facts.keptUntil)}. Guarde a palavra-passe; só abre este ficheiro e não volta a ser enviada.`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `Pedido ${facts.number}: sem dados`,
    body: about(
      facts,
      'Não há ficheiro para descarregar, porque não há dados a entregar para o seu pedido:',
      facts.reason,
    ),
  }),
  reportFailed: (facts) => ({
    subject: `Pedido ${facts.number}: não foi possível gerar o ficheiro`,
    body: about(
      facts,
      'Não foi possível gerar a cópia dos dados, apesar de várias tentativas. Lamentamos o sucedido. Volte a gerá-la no portal.',
    ),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `Notificação: recusa de acesso a dados, pedido ${number}`,
    body: letter(
      'Nos termos do Regulamento (UE) 2023/2854 (Regulamento dos Dados), notificamos que foi recusado o acesso a dados por motivo de segredos comerciais:',
      `Número do pedido: ${number}`,
      `${options.refusalGrounds[ground]}\n(${refusalGrounds[ground].article} do Regulamento (UE) 2023/2854, Regulamento dos Dados)`,
      `Com os melhores cumprimentos,\n${holderName}, na qualidade de detentor dos dados`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `Mesa de análise: o pedido ${number} vence em breve`,
    body: letter(
      `Este pedido vence em ${until(by)}.`,
      `Número do pedido: ${number}\nO pedido na mesa de análise: ${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: 'O seu segundo fator foi reposto',
    body: security(
      facts,
      'O seu segundo fator na mesa de análise foi reposto: a aplicação de autenticação e os códigos de recuperação que tinha deixaram de funcionar. No próximo início de sessão configura outro.',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: 'Foi configurado um segundo fator para a sua conta',
    body: security(
      facts,
      'Foi configurada uma aplicação de autenticação para a sua conta na mesa de análise, com novos códigos de recuperação. A aplicação e os códigos anteriores deixaram de funcionar.',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: 'Foi usado um código de recuperação',
    body: security(
      facts,
      `Alguém iniciou sessão na sua conta da mesa de análise com um dos códigos de recuperação, que fica usado. Códigos restantes: ${left}.`,
      left === 0
        ? 'Era o último. Configure de novo a aplicação de autenticação para obter novos códigos.'
        : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `Mesa de análise: pedido ${number}`,
    body: letter(occasions[event] ?? 'O pedido foi alterado.', `Número do pedido: ${number}`),
  }),
};
