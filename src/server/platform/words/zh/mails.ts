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
    '尊敬的先生/女士：',
    ...paragraphs,
    `申请编号：${number}\n在门户中查看您的申请：${url}`,
    `此致\n${holderName}（数据持有者）`,
  );

const remark = (text: string) => (text ? `审核人员补充说明：\n\n${text}` : '');
const until = (at: number) => instantText('zh', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    '如果不是您本人操作，或您没有提出此要求，请立即告知主管，并更改您的邮箱密码。',
    `门户中的第二重验证：${url}`,
    `此致\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': '有新的申请提交。',
  'information.supply': '申请人已补充所缺资料。',
  'data.request': '申请人已提交数据请求。',
  'application.terminate': '申请人已终止申请。',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: '您的验证码',
    body: letter(
      `您的验证码：${code}`,
      '验证码 10 分钟内有效，仅可用于一次登录。连续五次输入错误后，该邮箱地址将被禁止登录 24 小时。',
      '如果您没有申请验证码，请忽略此邮件。我们绝不会要求任何人告知验证码。',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `申请 ${facts.number} 已收到`,
    body: about(
      facts,
      '我们已收到您的车辆数据访问申请。您目前无需进行任何操作；一有进展，我们会立即通知您。',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `申请 ${facts.number}：已开始审核`,
    body: about(facts, '您的申请已开始审核。'),
  }),
  qualificationPassed: (facts) => ({
    subject: `申请 ${facts.number}：请提交数据请求`,
    body: about(
      facts,
      '您的资格已通过审核。请在门户中说明您请求哪些数据以及哪个时间段的数据。',
      `请在 ${until(facts.until)} 之前提交数据请求。逾期未提交，申请将被关闭。`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `申请 ${facts.number}：需要补充资料`,
    body: about(
      facts,
      '为继续处理您的申请，我们需要您补充以下资料：',
      points(facts.items),
      facts.text,
      `请在 ${until(facts.until)} 之前在门户中补充。逾期未补充，申请将被关闭。`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `申请 ${facts.number} 已通过`,
    body: about(
      facts,
      '您的数据请求已获批准。我们正在准备数据副本，可供下载时会立即通知您。',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `申请 ${facts.number} 被拒绝`,
    body: about(
      facts,
      '我们无法批准您的申请，理由如下：',
      `${options.refusalGrounds[facts.ground]}\n（欧盟第 2023/2854 号条例《数据法》${refusalGrounds[facts.ground].article}）`,
      remark(facts.text),
      '如果您有异议，您有权向成员国主管机关提出申诉；在法律规定的情况下，您也可以向经认证的争议解决机构或法院寻求救济。',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `申请 ${facts.number} 已终止`,
    body: about(facts, '您的申请已按您的要求终止。您可以随时提交新的申请。'),
  }),
  deadlinePassed: (facts) => ({
    subject: `申请 ${facts.number} 已关闭`,
    body: about(
      facts,
      '由于我们未按时收到所要求的内容，您的申请已关闭。您可以随时提交新的申请。',
      '如果您有异议，您有权向成员国主管机关提出申诉。',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `申请 ${facts.number}：等待您的答复`,
    body: about(
      facts,
      '特此提醒：现在轮到您处理，我们尚未收到您的答复。',
      `请在 ${until(facts.until)} 之前在门户中答复。逾期未答复，申请将被关闭。`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `申请 ${facts.number}：您的数据已准备就绪`,
    body: about(
      facts,
      '数据副本已准备就绪。请登录门户下载该文件，文件为 Excel 工作簿。',
      `文件密码：${facts.password}`,
      `文件可下载至 ${until(facts.keptUntil)}。请妥善保管密码；该密码仅用于此文件，且不会再次发送。`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `申请 ${facts.number}：没有数据`,
    body: about(facts, '没有可供下载的文件，因为您的请求没有可交付的数据：', facts.reason),
  }),
  reportFailed: (facts) => ({
    subject: `申请 ${facts.number}：文件无法生成`,
    body: about(facts, '经过多次尝试，数据副本仍无法生成，我们对此深表歉意。请在门户中重新生成。'),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `通知：拒绝提供数据，申请 ${number}`,
    body: letter(
      '根据欧盟第 2023/2854 号条例（《数据法》），现通知贵机构：以下申请因商业秘密被拒绝提供数据：',
      `申请编号：${number}`,
      `${options.refusalGrounds[ground]}\n（欧盟第 2023/2854 号条例《数据法》${refusalGrounds[ground].article}）`,
      `此致\n数据持有者 ${holderName}`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `审核台：申请 ${number} 即将到期`,
    body: letter(
      `该申请的到期时间为 ${until(by)}。`,
      `申请编号：${number}\n在审核台查看该申请：${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: '您的第二重验证已被重置',
    body: security(
      facts,
      '您在审核台的第二重验证已被重置：此前的验证器应用和恢复码均已失效。下次登录时请重新设置。',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: '您的账户已设置第二重验证',
    body: security(
      facts,
      '您的审核台账户已设置验证器应用，并生成了新的恢复码。此前的应用和恢复码均已失效。',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: '有人使用了恢复码',
    body: security(
      facts,
      `有人使用恢复码登录了您的审核台账户，该恢复码已失效。剩余恢复码：${left}。`,
      left === 0 ? '这是最后一个恢复码。请重新设置验证器应用，以获取新的恢复码。' : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `审核台：申请 ${number}`,
    body: letter(occasions[event] ?? '申请已发生变化。', `申请编号：${number}`),
  }),
};
