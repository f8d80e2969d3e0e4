import type { Language } from '#contract/languages.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import { stateWords } from '#forms/states.ts';
import { msg } from '#lib/words/msg.ts';
import * as code from '#server/accounts/sign-in/code-mail.ts';
import * as security from '#server/accounts/sign-in/security-mails.ts';
import * as leads from '#server/accounts/staff/lead-mails.ts';
import * as dispute from '#server/applications/disputes/dispute-mails.ts';
import * as application from '#server/applications/mails/application-mails.ts';
import * as desk from '#server/applications/mails/desk-mails.ts';
import { authorityNotice } from '#server/applications/notices/authority-mail.ts';
import { refusalGroundText } from '#server/applications/options.ts';
import * as quote from '#server/applications/quotes/quote-mails.ts';
import * as contact from '#server/applications/recipients/contact-mails.ts';
import * as recipient from '#server/applications/recipients/recipient-mails.ts';
import * as report from '#server/applications/reports/report-mails.ts';
import { headMail } from '#server/platform/audit/heads.ts';
import type { MailText } from '#server/platform/mail/outbox.ts';

/** The end of 20 December in Brussels. */
const AT = Date.parse('2026-12-20T22:59:59Z');

export const named = {
  number: 'VD-20261120-4K7Q2M',
  holderName: 'Example Motors',
  url: 'https://portal.example/home/data-acquisition',
};
export const limited = { until: AT, timeZone: 'Europe/Brussels' };
const elsewhere = { contact: 'partner@example.com' };
export const written = { text: 'Words of the reviewer.' };

const instants: Readonly<Record<string, string>> = {
  en: '20 December 2026 at 23:59 (Central European Time)',
  zh: '2026年12月20日 23:59（中欧时间）',
  fr: '20 décembre 2026 à 23:59 (heure d’Europe centrale)',
  pl: '20 grudnia 2026 r., godz. 23:59 (czas środkowoeuropejski)',
  es: '20 de diciembre de 2026 a las 23:59 (hora de Europa central)',
  pt: '20 de dezembro de 2026 às 23:59 (Hora da Europa Central)',
};
const citations: Readonly<Record<string, string>> = {
  en: '(Article 4(8) and Article 5(11) of Regulation (EU) 2023/2854, the Data Act)',
  zh: '（欧盟第 2023/2854 号条例《数据法》第 4 条第 8 款和第 5 条第 11 款）',
  fr: '[article 4, paragraphe 8, et article 5, paragraphe 11, du règlement (UE) 2023/2854, règlement sur les données]',
  pl: '(art. 4 ust. 8 i art. 5 ust. 11 rozporządzenia (UE) 2023/2854, aktu w sprawie danych)',
  es: '[artículo 4, apartado 8, y artículo 5, apartado 11, del Reglamento (UE) 2023/2854, Reglamento de Datos]',
  pt: '[artigo 4.º, n.º 8, e artigo 5.º, n.º 11, do Regulamento (UE) 2023/2854, Regulamento dos Dados]',
};
const withholdingCitations: Readonly<Record<string, string>> = {
  en: '(Article 4(7) and Article 5(10) of Regulation (EU) 2023/2854, the Data Act)',
  zh: '（欧盟第 2023/2854 号条例《数据法》第 4 条第 7 款和第 5 条第 10 款）',
  fr: '[article 4, paragraphe 7, et article 5, paragraphe 10, du règlement (UE) 2023/2854, règlement sur les données]',
  pl: '(art. 4 ust. 7 i art. 5 ust. 10 rozporządzenia (UE) 2023/2854, aktu w sprawie danych)',
  es: '[artículo 4, apartado 7, y artículo 5, apartado 10, del Reglamento (UE) 2023/2854, Reglamento de Datos]',
  pt: '[artigo 4.º, n.º 7, e artigo 5.º, n.º 10, do Regulamento (UE) 2023/2854, Regulamento dos Dados]',
};

/** A mail in a language, and what its reader has to find in it. */
interface Written {
  mail: MailText;
  /** Undefined where this test lacks the language. */
  facts: (string | undefined)[];
}
type Row = (language: Language) => Written;

const lead = {
  email: 'new@example.eu',
  by: 'lead@example.eu',
  url: named.url,
  holderName: named.holderName,
};
const head = { seq: 42, at: AT, hash: 'a'.repeat(64), key: 'k1', mac: 'b'.repeat(64) };

const offer = {
  currency: 'EUR',
  amounts: { anonymisation: 123_450, margin: 12_345 },
  text: 'Two days of engineering.',
} as const;
/** The sum and its parts, as the language writes money. */
const money: Readonly<Record<string, string[]>> = {
  en: ['€1,357.95', 'Anonymisation: €1,234.50', 'Reasonable margin: €123.45'],
  zh: ['€1,357.95', '匿名化：€1,234.50', '合理利润：€123.45'],
  fr: [
    '1\u202f357,95\u00a0€',
    'Anonymisation\u202f: 1\u202f234,50\u00a0€',
    'Marge raisonnable\u202f: 123,45\u00a0€',
  ],
  pl: ['1357,95\u00a0€', 'Anonimizacja: 1234,50\u00a0€', 'Rozsądna marża: 123,45\u00a0€'],
  es: ['1357,95\u00a0€', 'Anonimización: 1234,50\u00a0€', 'Margen razonable: 123,45\u00a0€'],
  pt: ['1357,95\u00a0€', 'Anonimização: 1234,50\u00a0€', 'Margem razoável: 123,45\u00a0€'],
};
/** The article on compensation, up to the number of a paragraph, which `)` or ` 款` may follow. */
const compensationArticle: Readonly<Record<string, string>> = {
  en: 'Article 20(',
  zh: '第 20 条第 ',
  fr: 'article 20, paragraphe ',
  pl: 'art. 20 ust. ',
  es: 'artículo 20, apartado ',
  pt: 'artigo 20.º, n.º ',
};
const compensation = (language: Language, paragraph: number) =>
  compensationArticle[language] && `${compensationArticle[language]}${paragraph}`;

const aboutApplication = [named.number, named.holderName, named.url];
const ground = 'tradeSecrets';
const extent = {
  models: ['Lumo', 'Vesta'],
  dataTypes: ['battery', 'trips'],
  from: '2026-01-01T00:00:00Z',
  to: new Date(AT).toISOString(),
  interval: 'minute',
};
const before = { body: 'court', bodyName: 'Rechtbank Amsterdam', remark: 'Both agreed.' } as const;

/** Each mail that the portal sends, by the function that words it, a variant of it in brackets. */
export const mails: Record<string, Row> = {
  applicationReceived: (l) => ({
    mail: application.applicationReceived(l, named),
    facts: aboutApplication,
  }),
  reviewStarted: (l) => ({ mail: application.reviewStarted(l, named), facts: aboutApplication }),
  qualificationPassed: (l) => ({
    mail: application.qualificationPassed(l, { ...named, ...limited, ...written }),
    facts: [...aboutApplication, instants[l], written.text],
  }),
  informationRequired: (l) => ({
    mail: application.informationRequired(l, {
      ...named,
      ...limited,
      ...written,
      items: ['Vehicle proof', 'Purpose of use'],
    }),
    facts: [
      ...aboutApplication,
      instants[l],
      `\n\n${written.text}\n\n`,
      '– Vehicle proof\n– Purpose of use\n',
    ],
  }),
  applicationApproved: (l) => ({
    mail: application.applicationApproved(l, { ...named, ...limited, ...written }),
    facts: [...aboutApplication, written.text],
  }),
  'applicationApproved (public body)': (l) => ({
    mail: application.applicationApproved(l, { ...named, ...limited, ...written, extent }),
    facts: [...aboutApplication, written.text, 'Lumo', 'Vesta', instants[l]],
  }),
  applicationRefused: (l) => ({
    mail: application.applicationRefused(l, { ...named, ...written, ground }),
    facts: [...aboutApplication, written.text, refusalGroundText(l, ground), citations[l]],
  }),
  sharingWithheld: (l) => ({
    mail: application.sharingWithheld(l, { ...named, ...written }),
    facts: [...aboutApplication, written.text, withholdingCitations[l]],
  }),
  sharingSuspended: (l) => ({
    mail: application.sharingSuspended(l, { ...named, ...written }),
    facts: [...aboutApplication, written.text, withholdingCitations[l]],
  }),
  sharingRestored: (l) => ({
    mail: application.sharingRestored(l, { ...named, ...written }),
    facts: [...aboutApplication, written.text],
  }),
  sharingResumed: (l) => ({
    mail: application.sharingResumed(l, { ...named, ...written }),
    facts: [...aboutApplication, written.text],
  }),
  applicationTerminated: (l) => ({
    mail: application.applicationTerminated(l, named),
    facts: aboutApplication,
  }),
  deadlinePassed: (l) => ({
    mail: application.deadlinePassed(l, { ...named, kind: 'personal' }),
    facts: aboutApplication,
  }),
  linkEnded: (l) => ({
    mail: application.linkEnded(l, { ...named, endedAt: AT, timeZone: limited.timeZone }),
    facts: [...aboutApplication, instants[l]],
  }),
  linkRenewed: (l) => ({ mail: application.linkRenewed(l, named), facts: aboutApplication }),
  fileRemoved: (l) => ({
    mail: application.fileRemoved(l, { ...named, fileName: 'proof of ownership.pdf' }),
    facts: [...aboutApplication, 'proof of ownership.pdf'],
  }),
  answerAwaited: (l) => ({
    mail: application.answerAwaited(l, { ...named, ...limited }),
    facts: [...aboutApplication, instants[l]],
  }),
  disputeRecorded: (l) => ({
    mail: dispute.disputeRecorded(l, { ...named, ...before }),
    facts: [...aboutApplication, before.bodyName],
  }),
  disputeEnded: (l) => ({
    mail: dispute.disputeEnded(l, { ...named, ...before }),
    facts: [...aboutApplication, before.bodyName, before.remark],
  }),
  quoteSent: (l) => ({
    mail: quote.quoteSent(l, { ...named, ...offer, ...limited }),
    facts: [
      ...aboutApplication,
      ...(money[l] ?? [undefined]),
      offer.text,
      instants[l],
      compensation(l, 2),
      compensation(l, 5),
    ],
  }),
  acknowledgementAsked: (l) => ({
    mail: quote.acknowledgementAsked(l, named),
    facts: [...aboutApplication, compensation(l, 1)],
  }),
  quoteWithdrawn: (l) => ({
    mail: quote.quoteWithdrawn(l, { ...named, ...offer, ...limited }),
    facts: [...aboutApplication, money[l]?.[0]],
  }),
  'authorityNotice (suspension)': (l) => ({
    mail: authorityNotice(l, { ...named, cause: 'suspension', ...written }),
    facts: [named.number, named.holderName, written.text, withholdingCitations[l]],
  }),
  authorityNotice: (l) => ({
    mail: authorityNotice(l, { ...named, cause: ground, ...written }),
    facts: [named.number, named.holderName, refusalGroundText(l, ground), citations[l]],
  }),
  dueAtDesk: (l) => ({
    mail: desk.dueAtDesk(l, { ...named, ...limited }),
    facts: [named.number, named.url, instants[l]],
  }),
  watchedChange: (l) => ({
    mail: desk.watchedChange(l, {
      ...named,
      what: eventWords('information.supply') ?? msg`Changed`,
      who: roleWords.requester,
      status: stateWords('qualification.underReview', 'personal').label,
    }),
    facts: [named.number, named.url],
  }),
  mentioned: (l) => ({
    mail: desk.mentioned(l, { ...named, by: 'reviewer@example.eu' }),
    facts: [named.number, named.url, 'reviewer@example.eu'],
  }),
  opinionAsked: (l) => ({
    mail: desk.opinionAsked(l, { ...named, by: 'reviewer@example.eu' }),
    facts: [named.number, named.url, 'reviewer@example.eu'],
  }),
  opinionGiven: (l) => ({
    mail: desk.opinionGiven(l, { ...named, by: 'reviewer@example.eu' }),
    facts: [named.number, named.url, 'reviewer@example.eu'],
  }),
  digest: (l) => ({
    mail: desk.digest(l, {
      mails: [
        { subject: 'First subject', body: 'First body.\n' },
        { subject: 'Second subject', body: 'Second body.\n' },
      ],
      url: named.url,
    }),
    facts: ['2', 'First subject', 'Second body.', named.url],
  }),
  deskNotice: (l) => ({
    mail: desk.deskNotice(l, {
      ...named,
      event: 'link.ended',
      linkEndedAt: AT,
      timeZone: limited.timeZone,
    }),
    facts: [named.number, instants[l]],
  }),
  fileDamaged: (l) => ({
    mail: report.fileDamaged(l, { ...named, fileName: 'b2f1.pdf' }),
    facts: [named.number, 'b2f1.pdf'],
  }),
  reportReady: (l) => ({
    mail: report.reportReady(l, {
      ...named,
      password: 'k7-secret',
      keptUntil: AT,
      timeZone: limited.timeZone,
    }),
    facts: [...aboutApplication, 'k7-secret', instants[l]],
  }),
  reportEmpty: (l) => ({
    mail: report.reportEmpty(l, { ...named, reason: 'Reason in words.', hasManifest: true }),
    facts: [...aboutApplication, 'Reason in words.'],
  }),
  reportFailed: (l) => ({
    mail: report.reportFailed(l, { ...named, reason: 'Reason in words.', canRegenerate: true }),
    facts: [...aboutApplication, 'Reason in words.'],
  }),
  'reportFailed (for the last time)': (l) => ({
    mail: report.reportFailed(l, { ...named, reason: 'Reason in words.', canRegenerate: false }),
    facts: [...aboutApplication, 'Reason in words.'],
  }),
  recipientInvited: (l) => ({
    mail: recipient.recipientInvited(l, named),
    facts: [...aboutApplication, '30'],
  }),
  recipientReady: (l) => ({
    mail: recipient.recipientReady(l, {
      ...named,
      password: 'k7-secret',
      keptUntil: AT,
      timeZone: limited.timeZone,
    }),
    facts: [named.number, named.holderName, 'k7-secret', instants[l]],
  }),
  recipientConfirmed: (l) => ({
    mail: recipient.recipientConfirmed(l, { ...named, recipient: elsewhere.contact }),
    facts: [...aboutApplication, elsewhere.contact],
  }),
  contactCodeMail: (l) => ({
    mail: contact.contactCodeMail(l, { code: '042137', holderName: named.holderName }),
    facts: ['042137', '10', named.holderName],
  }),
  contactConfirmed: (l) => ({
    mail: contact.contactConfirmed(l, { ...named, ...elsewhere }),
    facts: [...aboutApplication, elsewhere.contact],
  }),
  reportReadyElsewhere: (l) => ({
    mail: contact.reportReadyElsewhere(l, { ...named, ...elsewhere }),
    facts: [...aboutApplication, elsewhere.contact],
  }),
  codeMail: (l) => ({ mail: code.codeMail(l, '042137'), facts: ['042137', '10', '5', '24'] }),
  lockMail: (l) => ({
    mail: code.lockMail(l, { email: 'owner@example.eu', url: named.url, ...limited }),
    facts: ['owner@example.eu', named.url, '5', '2026'],
  }),
  floodMail: (l) => ({
    mail: code.floodMail(l, { email: 'owner@example.eu', url: named.url }),
    facts: ['owner@example.eu', named.url],
  }),
  secondFactorReset: (l) => ({
    mail: security.secondFactorReset(l, named),
    facts: [named.holderName, named.url],
  }),
  secondFactorSetUp: (l) => ({
    mail: security.secondFactorSetUp(l, named),
    facts: [named.holderName, named.url],
  }),
  leadProposed: (l) => ({ mail: leads.leadProposed(l, lead), facts: Object.values(lead) }),
  leadMade: (l) => ({ mail: leads.leadMade(l, lead), facts: Object.values(lead) }),
  leadDeclined: (l) => ({ mail: leads.leadDeclined(l, lead), facts: Object.values(lead) }),
  headMail: (l) => ({
    mail: headMail(l, head),
    facts: ['42', JSON.stringify(head), 'npm run audit -- --against'],
  }),
  passkeyAdded: (l) => ({
    mail: security.passkeyAdded(l, { ...named, name: 'Key of the office' }),
    facts: [named.holderName, named.url, 'Key of the office'],
  }),
  passkeyRemoved: (l) => ({
    mail: security.passkeyRemoved(l, { ...named, name: 'Key of the office' }),
    facts: [named.holderName, named.url, 'Key of the office'],
  }),
  recoveryCodeUsed: (l) => ({
    mail: security.recoveryCodeUsed(l, { ...named, left: 3 }),
    facts: [named.holderName, named.url, '3'],
  }),
};
