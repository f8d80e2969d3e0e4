import type { Language } from '#contract/languages.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import { stateWords } from '#forms/states.ts';
import { msg } from '#lib/words/msg.ts';
import * as code from '#server/accounts/sign-in/challenges.ts';
import { leadMails, securityMails, staffMail } from '#server/accounts/staff/staff-mails.ts';
import { disputeMails } from '#server/applications/disputes/disputes.ts';
import * as application from '#server/applications/mails/application-mails.ts';
import * as desk from '#server/applications/mails/post-to-desk.ts';
import { authorityNotice, refusalTakenBack } from '#server/applications/notices/authority.ts';
import { acknowledgementAsked } from '#server/applications/notices/body-notices.ts';
import * as quote from '#server/applications/quotes/quotes.ts';
import * as recipient from '#server/applications/reports/report-mails.ts';
import * as report from '#server/applications/reports/report-mails.ts';
import { grantMail, suspensionNotice } from '#server/live/grant-mails.ts';
import type { MailText } from '#server/platform/mail/outbox.ts';

/** The end of 20 December in Brussels. */
const AT = Date.parse('2026-12-20T22:59:59Z');

const PORTAL = 'https://portal.example/home/data-acquisition';

export const named = {
  number: 'VD-20261120-4K7Q2M',
  name: 'Anna Nowak',
  holderName: 'Example Motors',
  url: `${PORTAL}/applications/VD-20261120-4K7Q2M`,
};
const limited = { until: AT, timeZone: 'Europe/Brussels' };
const file = { password: 'k7-secret', keptUntil: AT, timeZone: limited.timeZone };
const failure = { reason: 'Reason in words.', needsDataHolder: false };
const byColleague = { ...named, by: 'reviewer@example.eu' };
const elsewhere = { contact: 'partner@example.com' };
const written = { text: 'Words of the reviewer.' };
export const facts = {
  ...named,
  ...limited,
  ...written,
  kind: 'personal',
  items: ['Vehicle proof', 'Purpose of use'],
  question: 'Please add the vehicle proof.',
  isDownloadable: false,
  ground: 'tradeSecrets',
  endedAt: AT,
} as const;

const lead = { email: 'new@example.eu', by: 'lead@example.eu' };
type Words = Parameters<typeof staffMail>[2];
export const security = (language: Language, words: Words) =>
  staffMail(language, 'security', words, named);
const leads = (language: Language, words: Words) =>
  staffMail(language, 'lead', words, { ...named, url: PORTAL });
const grant = {
  ends_at: AT,
  ground: 'suspension',
  substantiation: 'The agreed key was published.',
  vehicle: 'Blue estate',
  holderName: named.holderName,
  url: PORTAL,
  timeZone: 'Europe/Brussels',
  at: AT,
} as const;

const offer = {
  currency: 'EUR',
  amounts: { anonymisation: 123_450, margin: 12_345 },
  text: 'Two days of engineering.',
} as const;

const extent = {
  models: ['Lumo', 'Vesta'],
  dataTypes: ['battery', 'trips'],
  from: '2026-01-01T00:00:00Z',
  to: new Date(AT).toISOString(),
  interval: 'minute',
};
const dispute = { ...named, body: 'court', bodyName: 'Rechtbank Amsterdam', remark: '' } as const;
const ended = { ...dispute, remark: 'Both agreed.' };

/** Every mail of the portal by the function that writes it; a variant is in brackets. */
export const mails: Record<string, (language: Language) => MailText> = {
  ...Object.fromEntries(
    application.mailedEvents.map((type) => [
      type,
      (l: Language) => application.eventMail(type, l, facts),
    ]),
  ),
  'data.approve (public body)': (l) =>
    application.eventMail('data.approve', l, { ...facts, extent }),
  'sharing.suspend (public body)': (l) =>
    application.eventMail('sharing.suspend', l, { ...facts, kind: 'public' }),
  'sharing.resume (after the approval)': (l) =>
    application.eventMail('sharing.resume', l, { ...facts, isDownloadable: true }),
  'link.ended (on behalf)': (l) =>
    application.eventMail('link.ended', l, {
      ...facts,
      contactMailbox: 'data-access@example.eu',
    }),
  fileRemoved: (l) => application.fileRemoved(l, { ...named, fileName: 'proof of ownership.pdf' }),
  answerAwaited: (l) => application.answerAwaited(l, { ...named, ...limited }),
  'dispute.record': (l) => disputeMails['dispute.record'](l, dispute),
  'dispute.end': (l) => disputeMails['dispute.end'](l, ended),
  'dispute.correct': (l) => disputeMails['dispute.correct'](l, dispute),
  'dispute.withdraw': (l) => disputeMails['dispute.withdraw'](l, dispute),
  'outcome.correct': (l) => disputeMails['outcome.correct'](l, ended),
  'outcome.withdraw': (l) => disputeMails['outcome.withdraw'](l, dispute),
  quoteSent: (l) => quote.quoteSent(l, { ...named, ...offer, ...limited }),
  acknowledgementAsked: (l) => acknowledgementAsked(l, named),
  quoteWithdrawn: (l) => quote.quoteWithdrawn(l, { ...named, ...offer, ...limited }),
  'authorityNotice (suspension)': (l) =>
    authorityNotice(l, { ...named, cause: 'suspension', ...written }),
  authorityNotice: (l) => authorityNotice(l, { ...named, cause: facts.ground, ...written }),
  refusalTakenBack: (l) => refusalTakenBack(l, named),
  dueAtDesk: (l) => desk.dueAtDesk(l, { ...named, ...limited }),
  watchedChange: (l) =>
    desk.watchedChange(l, {
      ...named,
      what: eventWords('information.supply') ?? msg`Changed`,
      who: roleWords.requester,
      status: stateWords('qualification.underReview', 'personal').label,
    }),
  mentioned: (l) => desk.mentioned(l, byColleague),
  handedOver: (l) => desk.handedOver(l, byColleague),
  allHandedOver: (l) =>
    desk.allHandedOver(l, {
      by: byColleague.by,
      applications: ['VD-20261120-4K7Q2M', 'VD-20261121-9ZT3BC'].map((number) => ({
        number,
        url: `https://portal.example/desk/applications/${number}`,
      })),
    }),
  takenBack: (l) => desk.takenBack(l, byColleague),
  opinionAsked: (l) => desk.opinionAsked(l, byColleague),
  opinionGiven: (l) => desk.opinionGiven(l, byColleague),
  digest: (l) =>
    desk.digest(l, {
      mails: [
        { subject: 'First subject', body: 'First body.\n' },
        { subject: 'Second subject', body: 'Second body.\n' },
      ],
      url: PORTAL,
    }),
  deskNotice: (l) =>
    desk.deskNotice(l, {
      ...named,
      event: 'link.ended',
      linkEndedAt: AT,
      timeZone: limited.timeZone,
    }),
  fileDamaged: (l) => report.fileDamaged(l, { ...named, fileName: 'b2f1.pdf' }),
  reportReady: (l) => report.reportReady(l, { ...named, ...file }),
  reportEmpty: (l) =>
    report.reportEmpty(l, {
      ...named,
      reason: 'Reason in words.',
      hasManifest: true,
      password: 'AAAAA-BBBBB',
    }),
  reportFailed: (l) => report.reportFailed(l, { ...named, ...failure, canRegenerate: true }),
  'reportFailed (for the last time)': (l) =>
    report.reportFailed(l, { ...named, ...failure, canRegenerate: false }),
  recipientInvited: (l) => recipient.recipientInvited(l, named),
  recipientReady: (l) => recipient.recipientReady(l, { ...named, ...file }),
  recipientConfirmed: (l) =>
    recipient.recipientConfirmed(l, { ...named, recipient: elsewhere.contact }),
  contactCodeMail: (l) =>
    recipient.contactCodeMail(l, { code: '042137', holderName: named.holderName }),
  contactConfirmed: (l) => recipient.contactConfirmed(l, { ...named, ...elsewhere }),
  reportReadyElsewhere: (l) => recipient.reportReadyElsewhere(l, { ...named, ...elsewhere }),
  codeMail: (l) => code.codeMail(l, '042137'),
  lockMail: (l) => code.lockMail(l, { email: 'owner@example.eu', url: PORTAL, ...limited }),
  floodMail: (l) => code.floodMail(l, { email: 'owner@example.eu', url: PORTAL }),
  secondFactorReset: (l) => security(l, securityMails.secondFactorReset()),
  secondFactorSetUp: (l) => security(l, securityMails.secondFactorSetUp()),
  secondFactorLocked: (l) => security(l, securityMails.secondFactorLocked()),
  leadRemovalProposed: (l) => leads(l, leadMails.leadRemovalProposed(lead)),
  leadRemoved: (l) => leads(l, leadMails.leadRemoved(lead)),
  leadRemovalDeclined: (l) => leads(l, leadMails.leadRemovalDeclined(lead)),
  grantMail: (l) => grantMail('grant.confirm', l, grant),
  'grantMail (token)': (l) => grantMail('token.create', l, { ...grant, token: 'Grafana' }),
  'grantMail (suspended)': (l) => grantMail('sharing.suspend', l, grant),
  'grantMail (resumed)': (l) => grantMail('sharing.resume', l, grant),
  suspensionNotice: (l) =>
    suspensionNotice(l, {
      reference: 'lumo-7k2m',
      holderName: named.holderName,
      ground: 'suspension',
      substantiation: written.text,
    }),
  'grantMail (expired)': (l) => grantMail('grant.expired', l, grant),
  'grantMail (link ended)': (l) => grantMail('link.ended', l, grant),
  leadProposed: (l) => leads(l, leadMails.leadProposed(lead)),
  leadMade: (l) => leads(l, leadMails.leadMade(lead)),
  leadDeclined: (l) => leads(l, leadMails.leadDeclined(lead)),
  passkeyAdded: (l) => security(l, securityMails.passkeyAdded('Key of the office')),
  passkeyRemoved: (l) => security(l, securityMails.passkeyRemoved('Key of the office')),
  recoveryCodeUsed: (l) => security(l, securityMails.recoveryCodeUsed(3)),
};
