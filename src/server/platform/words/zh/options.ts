import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: '了解本人信息',
    repairAndMaintenance: '维修与保养',
    insurance: '保险',
    resaleValuation: '转售估价',
    fleetManagement: '车队管理',
    research: '研究',
    other: '其他用途',
  },
  titles: {
    ms: '女士',
    mr: '先生',
    mx: '不指明',
    dr: '博士',
  },
  receptionMethods: {
    portalDownload: '从本门户下载',
    securePostal: '以挂号邮件寄送数据载体',
    apiTransfer: '传输至该机构的接口',
  },
  publicApplyTypes: {
    publicEmergency: '应对公共紧急状态（第 15 条第 1 款 (a) 项）',
    publicInterestTask: '法律规定的公共利益任务（第 15 条第 1 款 (b) 项）',
  },
  refusalGrounds: {
    userNotIdentified: '无法核实申请人是该联网产品的用户。',
    safetyRequirements:
      '提供访问可能损害法律规定的联网产品安全要求，并对人员的健康、安全或安保造成严重不利影响。',
    tradeSecrets: '所涉数据属于商业秘密，即使采取保护措施，披露仍极有可能造成严重经济损失。',
    personalDataOfOthers: '所涉数据为他人的个人数据，且未证明存在提供数据的有效法律依据。',
    gatekeeper: '该第三方是欧盟第 2022/1925 号条例所指的守门人，不得接收数据。',
    notRequestedByUser: '请求既非由用户提出，也非由代表用户的一方提出。',
    dataNotControlled: '数据持有者对所请求的数据没有控制权。',
    alreadyProvided:
      '另一公共部门机构此前已为同一目的提交过类似请求，且数据持有者未获知该数据已被删除。',
    conditionsNotMet: '请求不符合第 17 条第 1 款和第 2 款规定的条件。',
  },
};
