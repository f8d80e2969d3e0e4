import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('zh', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login: '使您保持登录状态：其中存有登录令牌，页面每次调用都会发送该令牌。',
    session: '区分不同的访问，使两个窗口互不干扰。',
    consent: '记住您对 Cookie 的选择，以免再次询问。',
    language: '记住您选择的语言。',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: '隐私政策',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: '谁负责',
        paragraphs: [
          `${holderName} 是欧盟第 2023/2854 号条例《数据法》所称的数据持有者，也是本门户中个人数据处理的控制者。如有任何疑问，请致函 ${contactMailbox}。`,
        ],
      },
      {
        heading: '我们处理哪些数据，用于什么目的',
        paragraphs: [
          '登录：您的电子邮箱地址、发送至该地址的验证码的摘要、输错验证码的次数、登录令牌的摘要，以及您的语言。',
          '客户的申请：用户的姓名、称谓、出生日期、电话和地址；车辆及证明您是其用户的材料；用途；第三方的名称和所在地、其材料以及数据共享协议；您请求的时间段和数据类型，以及联系邮箱。',
          '公共部门机构的请求：机构名称、联系方式，以及《数据法》第 17 条第 1 款要求请求中载明的内容。',
          '申请的过程：每一步骤及其时间、操作者的角色和相关文字；有关申请的邮件；您上传的文件。',
          '数据副本：您的车辆在您请求的时间段内记录的、属于您请求类型的数据。如果您选择脱敏，车辆以假名表示，位置被粗化，时间被平移。',
        ],
      },
      {
        heading: '法律依据',
        paragraphs: [
          '我们处理申请并提供数据，是因为《数据法》规定了这一义务（GDPR 第 6 条第 1 款 (c) 项，结合《数据法》第 4、5、14 条）。如果车辆数据涉及用户以外的人，只有在证明该人已同意或存在 GDPR 第 6 条规定的其他依据时，我们才会提供。',
          '登录以及有关您申请的邮件，是为采取您所要求的步骤所必需的（GDPR 第 6 条第 1 款 (b) 项）。',
          '记录输错次数、连续五次输错后将该地址锁定 24 小时，以及保存不可篡改的历史记录，服务于我们在安全以及证明决定过程方面的正当利益（GDPR 第 6 条第 1 款 (f) 项）。',
          '非必要的 Cookie 仅在您同意后设置（GDPR 第 6 条第 1 款 (a) 项）。',
        ],
      },
      {
        heading: '谁会收到数据',
        paragraphs: [
          '您指定的第三方会收到您要求我们向其提供的数据。公共部门机构会收到其可依法请求的数据。运行我们服务器和投递邮件的公司代表我们并按照我们的指示处理数据。',
          '我们不出售数据，也不将其用于广告。申请由人工而非自动化方式作出决定。',
        ],
      },
      {
        heading: '我们保存数据多久',
        paragraphs: [
          '验证码有效期为 10 分钟。登录令牌在您退出登录时失效，最长 365 天。',
          '您上传但未随表单提交的文件将在 7 天后删除。',
          `等待您答复的申请，在我们邮件中注明的日期过后即被关闭；对于数据请求，期限为 ${days(answerDays)}。`,
          `数据副本文件经过加密，并在 ${days(reportDays)}后删除。含有密码的邮件发出后，密码不再保存。`,
          `申请、其历史记录、相关邮件以及随附文件在申请结束后保存 ${days(recordDays)}，以便我们能够证明请求的处理过程，之后删除。已获得数据的公共部门机构的请求，至少保存至该机构报告其已删除数据为止。`,
          `不再有任何申请的邮箱地址在首次登录 ${days(recordDays)}后删除。输入验证码的记录以及含有验证码的邮件在最后一次验证码 30 天后删除；Cookie 选择的记录随其 Cookie 在 365 天后删除。`,
        ],
      },
      {
        heading: '您的权利',
        paragraphs: [
          '您有权访问、更正或删除您的数据，限制其处理，以机器可读格式获取您提供的数据，以及反对基于我们正当利益的处理。同意可随时撤回，对将来生效。',
          `请致函 ${contactMailbox}。您也可以向数据保护监管机构提出申诉，尤其是您居住地或工作地的机构。`,
          '没有电子邮箱地址就无法登录；缺少标记为必填的字段，我们就无法处理申请。',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Cookie 政策',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: '什么是 Cookie',
        paragraphs: [
          `Cookie 是浏览器为本网站保存的小段文本。${holderName} 在此只设置自己的 Cookie：没有用于广告或访问统计的 Cookie，也没有其他公司的 Cookie。`,
        ],
      },
      {
        heading: '必要的 Cookie',
        paragraphs: [
          '没有这些 Cookie，网站无法使用；法律允许无需同意即可设置。',
          `${cookieNames.login}（${cookies.login.lifetime}）：${cookies.login.purpose}`,
          `${cookieNames.session}（${cookies.session.lifetime}）：${cookies.session.purpose}`,
          `${cookieNames.consent}（${cookies.consent.lifetime}）：${cookies.consent.purpose}`,
        ],
      },
      {
        heading: '功能性 Cookie',
        paragraphs: [
          '仅在您允许时设置。没有它们就无法切换语言。',
          `${cookieNames.language}（${cookies.language.lifetime}）：${cookies.language.purpose}`,
        ],
      },
      {
        heading: '您的选择',
        paragraphs: [
          '您可以随时在 Cookie 设置中更改选择；撤回同意后，功能性 Cookie 会被删除。我们以随机编号记录您的选择及其时间，以便证明您曾作出选择。',
          '您也可以在浏览器中删除 Cookie。如果完全停用 Cookie，您将无法登录。',
          `有关 Cookie 的问题：${contactMailbox}`,
        ],
      },
    ],
  }),
};
