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
    'Dear Sir or Madam,',
    ...paragraphs,
    `Application number: ${number}\nYour application in the portal: ${url}`,
    `Kind regards,\n${holderName}, as data holder`,
  );

const remark = (text: string) => (text ? `The reviewer adds:\n\n${text}` : '');
const until = (at: number) => instantText('en', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    'If this was not you, or you did not ask for it, tell a lead at once and have the password of your mailbox changed.',
    `Your second factor in the portal: ${url}`,
    `Kind regards,\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': 'A new application was filed.',
  'information.supply': 'The requester supplied the information that was missing.',
  'data.request': 'The requester filed the data request.',
  'application.terminate': 'The requester terminated the application.',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: 'Your verification code',
    body: letter(
      `Your verification code is: ${code}`,
      'It is valid for 10 minutes and for one sign-in. After five wrong codes in a row, sign-in with this address is blocked for 24 hours.',
      'If you did not ask for a code, you need not do anything. We never ask anybody to tell us a code.',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `Application ${facts.number} received`,
    body: about(
      facts,
      'We have received your application for access to vehicle data. You need not do anything for now; we write to you as soon as there is news.',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `Application ${facts.number}: review started`,
    body: about(facts, 'The review of your application has started.'),
  }),
  qualificationPassed: (facts) => ({
    subject: `Application ${facts.number}: please file your data request`,
    body: about(
      facts,
      'Your qualification is confirmed. Please tell us in the portal which data you ask for, and for which period.',
      `Please file the data request by ${until(facts.until)}. The application is closed if nothing arrives by then.`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `Application ${facts.number}: information to be added`,
    body: about(
      facts,
      'To go on with your application, we need further information from you:',
      points(facts.items),
      facts.text,
      `Please add it in the portal by ${until(facts.until)}. The application is closed if nothing arrives by then.`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `Application ${facts.number} approved`,
    body: about(
      facts,
      'Your request for data is approved. We are preparing the copy of the data, and write to you as soon as it can be downloaded.',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `Application ${facts.number} refused`,
    body: about(
      facts,
      'We cannot grant your application. The ground is:',
      `${options.refusalGrounds[facts.ground]}\n(${refusalGrounds[facts.ground].article} of Regulation (EU) 2023/2854, the Data Act)`,
      remark(facts.text),
      'If you disagree, you have the right to lodge a complaint with the competent authority of a Member State, and you may turn to a certified dispute settlement body or to a court where the law provides for it.',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `Application ${facts.number} terminated`,
    body: about(
      facts,
      'Your application is terminated, as you asked. You may file a new one at any time.',
    ),
  }),
  deadlinePassed: (facts) => ({
    subject: `Application ${facts.number} closed`,
    body: about(
      facts,
      'Your application is closed, because what we asked you for did not arrive in time. You may file a new one at any time.',
      'If you disagree, you have the right to lodge a complaint with the competent authority of a Member State.',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `Application ${facts.number}: your answer is awaited`,
    body: about(
      facts,
      'A reminder: it is your turn, and your answer has not arrived yet.',
      `Please answer in the portal by ${until(facts.until)}. The application is closed if nothing arrives by then.`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `Application ${facts.number}: your data are ready`,
    body: about(
      facts,
      'The copy of the data is ready. Please download the file from the portal after signing in; it is an Excel workbook.',
      `Password of the file: ${facts.password}`,
      `The file can be downloaded until ${until(facts.keptUntil)}. Keep the password; it opens this file only and is not sent again.`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `Application ${facts.number}: no data found`,
    body: about(
      facts,
      'There is no file to download, because there are no data to deliver for your request:',
      facts.reason,
    ),
  }),
  reportFailed: (facts) => ({
    subject: `Application ${facts.number}: the file could not be generated`,
    body: about(
      facts,
      'The copy of the data could not be generated, although we tried several times. We are sorry. Please have it generated again in the portal.',
    ),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `Notice: access to data refused, application ${number}`,
    body: letter(
      'We notify you under Regulation (EU) 2023/2854 (the Data Act) that access to data was refused on the ground of trade secrets:',
      `Application number: ${number}`,
      `${options.refusalGrounds[ground]}\n(${refusalGrounds[ground].article} of Regulation (EU) 2023/2854, the Data Act)`,
      `Kind regards,\n${holderName}, as data holder`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `Desk: application ${number} is due soon`,
    body: letter(
      `This application is due by ${until(by)}.`,
      `Application number: ${number}\nThe application at the desk: ${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: 'Your second factor was reset',
    body: security(
      facts,
      'Your second factor at the desk was reset: the authenticator app and the recovery codes that you had no longer work. The next step of your sign-in is to set up another one.',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: 'A second factor was set up for your account',
    body: security(
      facts,
      'An authenticator app was set up for your account at the desk, with new recovery codes. The app and the codes from before no longer work.',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: 'A recovery code was used',
    body: security(
      facts,
      `Somebody signed in to your account at the desk with one of its recovery codes, which is used up. Codes left: ${left}.`,
      left === 0
        ? 'That was the last one. Set up the authenticator app anew to get new codes.'
        : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `Desk: application ${number}`,
    body: letter(
      occasions[event] ?? 'The application has changed.',
      `Application number: ${number}`,
    ),
  }),
};
