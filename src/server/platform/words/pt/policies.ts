import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('pt', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login:
      'Mantém a sua sessão iniciada: contém o identificador de sessão que as páginas enviam em cada chamada.',
    session: 'Distingue uma visita de outra, para que duas janelas não se perturbem.',
    consent: 'Memoriza a sua escolha sobre cookies, para não voltar a perguntar.',
    language: 'Memoriza a língua que escolheu.',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: 'Política de privacidade',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: 'Quem é responsável',
        paragraphs: [
          `${holderName}, detentor dos dados nos termos do Regulamento (UE) 2023/2854 (Regulamento dos Dados), é o responsável pelo tratamento dos dados pessoais neste portal. Escreva para ${contactMailbox} se tiver perguntas a esse respeito.`,
        ],
      },
      {
        heading: 'O que tratamos e para quê',
        paragraphs: [
          'Início de sessão: o seu endereço de correio eletrónico, um resumo criptográfico do código de verificação enviado para esse endereço, o número de códigos errados, um resumo do seu identificador de sessão e a sua língua.',
          'Pedidos de clientes: nome, forma de tratamento, data de nascimento, telefone e morada do utilizador; o veículo e a prova de que é o seu utilizador; a finalidade; nome e localização de um terceiro, os seus documentos e o acordo de partilha de dados; o período e os tipos de dados que pede e o endereço de contacto.',
          'Pedidos de organismos do setor público: o nome do organismo, os seus contactos e aquilo que o artigo 17.º, n.º 1, do Regulamento dos Dados exige que seja indicado.',
          'Percurso de um pedido: cada passo com a hora, o papel de quem o deu e o texto que o acompanha; as mensagens a seu respeito; os ficheiros que carrega.',
          'A cópia dos dados: o que o seu veículo registou no período e dos tipos que pede. Se escolher o mascaramento, o veículo é designado por um pseudónimo, as posições tornam-se menos precisas e as horas são deslocadas.',
        ],
      },
      {
        heading: 'Fundamentos jurídicos',
        paragraphs: [
          'Tratamos os pedidos e entregamos dados porque o Regulamento dos Dados nos obriga a isso [artigo 6.º, n.º 1, alínea c), do RGPD, em conjugação com os artigos 4.º, 5.º e 14.º do Regulamento dos Dados]. Quando os dados do veículo dizem respeito a outra pessoa que não o utilizador, só os entregamos se for demonstrado o consentimento dessa pessoa ou outro fundamento do artigo 6.º do RGPD.',
          'O início de sessão e as mensagens sobre o seu pedido são necessários para as diligências que nos pede [artigo 6.º, n.º 1, alínea b), do RGPD].',
          'Contar os códigos errados, bloquear um endereço durante 24 horas após cinco deles e manter um histórico inalterável servem o nosso interesse legítimo na segurança e em poder demonstrar como decidimos [artigo 6.º, n.º 1, alínea f), do RGPD].',
          'Os cookies que não são necessários só são instalados com o seu consentimento [artigo 6.º, n.º 1, alínea a), do RGPD].',
        ],
      },
      {
        heading: 'Quem recebe dados',
        paragraphs: [
          'O terceiro que indicar recebe os dados que nos pede para lhe disponibilizar. Um organismo do setor público recebe aquilo que pode pedir legalmente. As empresas que operam os nossos servidores e entregam as nossas mensagens tratam dados por nossa conta e segundo as nossas instruções.',
          'Não vendemos dados nem os utilizamos para publicidade. As decisões sobre os pedidos são tomadas por pessoas e não por meios automatizados.',
        ],
      },
      {
        heading: 'Durante quanto tempo conservamos os dados',
        paragraphs: [
          'Um código de verificação é válido durante 10 minutos. Um identificador de sessão termina quando termina a sessão, o mais tardar após 365 dias.',
          'Um ficheiro que carregue mas não envie com um formulário é eliminado após 7 dias.',
          `Um pedido em que aguardamos a sua resposta é encerrado depois de passada a data indicada na nossa mensagem; para um pedido de dados, o prazo é de ${days(answerDays)}.`,
          `O ficheiro com a cópia dos dados está cifrado e é eliminado após ${days(reportDays)}. A sua palavra-passe não é conservada depois de enviada a mensagem que a contém.`,
          `Os pedidos, o seu histórico, as mensagens sobre eles e os ficheiros enviados com eles são conservados durante ${days(recordDays)} depois de terminados, para podermos demonstrar como um pedido foi tratado, sendo depois apagados. O pedido de um organismo do setor público a que foram entregues dados é conservado pelo menos até que este comunique que os apagou.`,
          `Um endereço de correio eletrónico com o qual já não existe nenhum pedido é apagado ${days(recordDays)} após o primeiro início de sessão. O que conservamos da introdução de códigos, bem como as mensagens com códigos, é apagado 30 dias após o último código; o registo de uma escolha de cookies é apagado com o respetivo cookie, após 365 dias.`,
        ],
      },
      {
        heading: 'Os seus direitos',
        paragraphs: [
          'Tem o direito de aceder aos seus dados, de obter a sua retificação ou apagamento, de limitar o seu tratamento, de receber os que forneceu num formato de leitura automática e de se opor ao tratamento baseado nos nossos interesses legítimos. O consentimento pode ser retirado a qualquer momento com efeitos para o futuro.',
          `Escreva para ${contactMailbox}. Pode também apresentar uma reclamação a uma autoridade de controlo da proteção de dados, em especial onde reside ou trabalha.`,
          'Sem um endereço de correio eletrónico não pode iniciar sessão e, sem os campos assinalados como obrigatórios, não podemos tratar um pedido.',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Política de cookies',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: 'O que são cookies',
        paragraphs: [
          `Os cookies são pequenos textos que o seu navegador guarda para este sítio. ${holderName} instala aqui apenas os seus próprios cookies: nenhum de publicidade ou de medição de visitas e nenhum de outras empresas.`,
        ],
      },
      {
        heading: 'Cookies necessários',
        paragraphs: [
          'Sem eles o sítio não pode ser utilizado; a lei permite-os sem consentimento.',
          `${cookieNames.login} (${cookies.login.lifetime}): ${cookies.login.purpose}`,
          `${cookieNames.session} (${cookies.session.lifetime}): ${cookies.session.purpose}`,
          `${cookieNames.consent} (${cookies.consent.lifetime}): ${cookies.consent.purpose}`,
        ],
      },
      {
        heading: 'Cookies funcionais',
        paragraphs: [
          'Só são instalados se os permitir. Sem eles não é possível mudar de língua.',
          `${cookieNames.language} (${cookies.language.lifetime}): ${cookies.language.purpose}`,
        ],
      },
      {
        heading: 'A sua escolha',
        paragraphs: [
          'Pode alterar a sua escolha a qualquer momento nas definições de cookies; se retirar o consentimento, os cookies funcionais são eliminados. Registamos a escolha e a hora sob um número aleatório, para podermos demonstrar que foi feita.',
          'Pode também eliminar os cookies no seu navegador. Se os desativar por completo, não poderá iniciar sessão.',
          `Perguntas sobre cookies: ${contactMailbox}`,
        ],
      },
    ],
  }),
};
