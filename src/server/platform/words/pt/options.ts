import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: 'Informação própria',
    repairAndMaintenance: 'Reparação e manutenção',
    insurance: 'Seguro',
    resaleValuation: 'Avaliação para revenda',
    fleetManagement: 'Gestão de frotas',
    research: 'Investigação',
    other: 'Outra finalidade',
  },
  titles: {
    ms: 'Senhora',
    mr: 'Senhor',
    mx: 'Sem especificar',
    dr: 'Doutor ou doutora',
  },
  receptionMethods: {
    portalDownload: 'Descarregamento deste portal',
    securePostal: 'Suporte de dados por correio registado',
    apiTransfer: 'Transferência para uma interface do organismo',
  },
  publicApplyTypes: {
    publicEmergency: 'Resposta a uma emergência pública [artigo 15.º, n.º 1, alínea a)]',
    publicInterestTask:
      'Missão de interesse público prevista por lei [artigo 15.º, n.º 1, alínea b)]',
  },
  refusalGrounds: {
    userNotIdentified:
      'Não foi possível verificar que o requerente é o utilizador do produto conectado.',
    safetyRequirements:
      'O acesso poderia comprometer requisitos de segurança do produto conectado estabelecidos por lei, com efeitos adversos graves para a saúde, a segurança ou a proteção das pessoas.',
    tradeSecrets:
      'Os dados são segredos comerciais e é muito provável que a sua divulgação cause prejuízos económicos graves apesar das medidas de proteção.',
    personalDataOfOthers:
      'Os dados são dados pessoais de outra pessoa e não foi demonstrado um fundamento jurídico válido para os disponibilizar.',
    gatekeeper:
      'O terceiro é um controlador de acesso na aceção do Regulamento (UE) 2022/1925 e não pode receber os dados.',
    notRequestedByUser:
      'O pedido não foi apresentado nem pelo utilizador nem por uma parte que atue em seu nome.',
    dataNotControlled: 'O detentor dos dados não tem controlo sobre os dados pedidos.',
    alreadyProvided:
      'Outro organismo do setor público apresentou já um pedido semelhante para o mesmo fim, e o detentor dos dados não foi notificado do apagamento desses dados.',
    conditionsNotMet: 'O pedido não cumpre as condições do artigo 17.º, n.os 1 e 2.',
  },
};
