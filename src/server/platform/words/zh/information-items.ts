import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: '所有者信息',
    wording: '请核对您的姓名和联系地址：与您提供的证明不一致。',
  },
  vehicleProof: {
    label: '车辆证明',
    wording: '请提供清晰可读的车辆归属证明，例如车辆登记证的全部页面。',
  },
  purpose: {
    label: '使用目的',
    wording: '请更详细地说明您使用数据的目的。',
  },
  thirdParty: {
    label: '第三方',
    wording: '请提供第三方的全称和所在地，以及能证明其身份的文件。',
  },
  agreement: {
    label: '数据共享协议',
    wording: '请提供由各方签署的数据共享协议。',
  },
  dataPeriod: {
    label: '时间范围',
    wording: '请确认时间范围：说明您需要从何时到何时的数据。',
  },
  dataTypes: {
    label: '数据类型',
    wording: '请说明您需要哪些类型的数据，以及哪些可以不需要。',
  },
  exceptionalNeed: {
    label: '特殊需要',
    wording: '请证明特殊需要：为何无法通过其他方式及时有效地获得这些数据。',
  },
  scope: {
    label: '数据请求范围',
    wording: '请明确所需数据的范围：哪些数据、哪些车辆、哪个时间段。',
  },
  safeguards: {
    label: '保障措施',
    wording: '请说明保护数据的技术和组织措施。',
  },
  legalProvision: {
    label: '法律依据',
    wording: '请指明将该任务赋予贵机构的法律规定。',
  },
  materials: {
    label: '相关材料',
    wording: '请提供请求中提及的文件。',
  },
};
