import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Language, languageCodes } from '#contract/languages.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';
import * as application from '#server/workflow/application/application-mails.ts';
import * as desk from '#server/workflow/application/desk-mails.ts';
import { refusalGroundText } from '#server/workflow/application/options.ts';
import * as contact from '#server/workflow/report/contact-mails.ts';
import * as report from '#server/workflow/report/report-mails.ts';
import * as code from '#server/workflow/sign-in/code-mail.ts';
import * as security from '#server/workflow/sign-in/security-mails.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');
const IMPORTS_A_LETTER = /import \{[^}]*\b(letter|aboutApplication)\b[^}]*\} from/;
/** 23:59:59 UTC of 20 December is the next day in Brussels. */
const AT = Date.parse('2026-12-20T23:59:59Z');

const named = {
  number: 'VD-20261120-4K7Q2M',
  holderName: 'Example Motors',
  url: 'https://portal.example/home/data-acquisition',
};
const limited = { until: AT, timeZone: 'Europe/Brussels' };
const elsewhere = { contact: 'partner@example.com' };
const written = { text: 'Words of the reviewer.' };

const instants: Readonly<Record<string, string>> = {
  en: '21 December 2026 at 00:59 (Central European Time)',
  zh: '2026年12月21日 00:59（中欧时间）',
  fr: '21 décembre 2026 à 00:59 (heure d’Europe centrale)',
  pl: '21 grudnia 2026 00:59 (czas środkowoeuropejski)',
  es: '21 de diciembre de 2026 a las 00:59 (hora de Europa central)',
  pt: '21 de dezembro de 2026 às 00:59 (Hora da Europa Central)',
};
const citations: Readonly<Record<string, string>> = {
  en: '(Article 4(8) and Article 5(11) of Regulation (EU) 2023/2854, the Data Act)',
  zh: '（欧盟第 2023/2854 号条例《数据法》第 4 条第 8 款和第 5 条第 11 款）',
  fr: '(article 4, paragraphe 8, et article 5, paragraphe 11, du règlement (UE) 2023/2854, règlement sur les données)',
  pl: '(art. 4 ust. 8 i art. 5 ust. 11 rozporządzenia (UE) 2023/2854, akt w sprawie danych)',
  es: '(artículo 4, apartado 8, y artículo 5, apartado 11, del Reglamento (UE) 2023/2854, Reglamento de Datos)',
  pt: '(artigo 4.º, n.º 8, e artigo 5.º, n.º 11, do Regulamento (UE) 2023/2854, Regulamento dos Dados)',
};

/** A mail in a language, and what its reader has to find in it. */
interface Written {
  mail: MailText;
  /** Undefined where this test lacks the language. */
  facts: (string | undefined)[];
}
type Row = (language: Language) => Written;

const aboutApplication = [named.number, named.holderName, named.url];
const ground = 'tradeSecrets';

/** Each mail that the portal sends, by the function that words it. */
const mails: Record<string, Row> = {
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
    mail: application.applicationApproved(l, { ...named, ...written }),
    facts: [...aboutApplication, written.text],
  }),
  applicationRefused: (l) => ({
    mail: application.applicationRefused(l, { ...named, ...written, ground }),
    facts: [...aboutApplication, written.text, refusalGroundText(l, ground), citations[l]],
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
  authorityNotice: (l) => ({
    mail: application.authorityNotice(l, { ...named, ground }),
    facts: [named.number, named.holderName, refusalGroundText(l, ground), citations[l]],
  }),
  dueAtDesk: (l) => ({
    mail: desk.dueAtDesk(l, { ...named, ...limited }),
    facts: [named.number, named.url, instants[l]],
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
    mail: report.reportEmpty(l, { ...named, reason: 'Reason in words.' }),
    facts: [...aboutApplication, 'Reason in words.'],
  }),
  reportFailed: (l) => ({ mail: report.reportFailed(l, named), facts: aboutApplication }),
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
    mail: code.lockMail(l, { email: 'owner@example.eu', url: named.url, until: AT }),
    facts: ['owner@example.eu', named.url, '5', '2026'],
  }),
  secondFactorReset: (l) => ({
    mail: security.secondFactorReset(l, named),
    facts: [named.holderName, named.url],
  }),
  secondFactorSetUp: (l) => ({
    mail: security.secondFactorSetUp(l, named),
    facts: [named.holderName, named.url],
  }),
  recoveryCodeUsed: (l) => ({
    mail: security.recoveryCodeUsed(l, { ...named, left: 3 }),
    facts: [named.holderName, named.url, '3'],
  }),
};

/** Modules that word mails, by their place under the server. */
const modules: Record<string, object> = {
  'workflow/application/application-mails.ts': application,
  'workflow/application/desk-mails.ts': desk,
  'workflow/report/contact-mails.ts': contact,
  'workflow/report/report-mails.ts': report,
  'workflow/sign-in/code-mail.ts': code,
  'workflow/sign-in/security-mails.ts': security,
};

test('a mail is worded nowhere else, and each has a row here', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const wording: string[] = [];
  for (const file of files)
    if (IMPORTS_A_LETTER.test(await readFile(join(SERVER, file), 'utf8'))) wording.push(file);
  const frame = 'workflow/report/application-letter.ts';
  expect(wording.sort()).toEqual([...Object.keys(modules), frame].sort());
  const worded = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter(([, each]) => typeof each === 'function');
  expect(Object.keys(mails).sort()).toEqual(worded.map(([name]) => name).sort());
});

describe.each(languageCodes)('in %s', (language) => {
  test.each(Object.entries(mails))('%s says its facts', (_, row) => {
    const { mail, facts } = row(language);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    const text = `${mail.subject}\n\n${mail.body}`;
    expect(facts.filter((fact) => fact === undefined || !text.includes(fact))).toEqual([]);
    expect(text).not.toMatch(/undefined|NaN|\$\{|\{\w+\}|Invalid/);
  });

  test('they read as they were read', async () => {
    const pages = Object.entries(mails).map(([name, row]) => {
      const { subject, body } = row(language).mail;
      return `=== ${name}\n${subject}\n\n${body}`;
    });
    await expect(pages.join('\n')).toMatchFileSnapshot(`mails/${language}.txt`);
  });

  test('a reviewer who said nothing is left out', () => {
    const [said, silent] = [written.text, ''].map(
      (text) => application.applicationApproved(language, { ...named, text }).body,
    );
    expect(silent?.split('\n\n').length).toBe((said?.split('\n\n').length ?? 0) - 2);
  });

  test('the code stands once in its mail, readable by programs', () => {
    expect(code.codeMail(language, '042137').body.match(/\b\d{6}\b/g)).toEqual(['042137']);
  });

  test('after the last recovery code it says what to do', () => {
    const [some, none] = [3, 0].map(
      (left) => security.recoveryCodeUsed(language, { ...named, left }).body,
    );
    expect(none?.split('\n\n').length).toBe((some?.split('\n\n').length ?? 0) + 1);
  });

  test('the desk is told apart what happened', () => {
    const events = [
      'application.file',
      'information.supply',
      'data.request',
      'application.terminate',
      'link.ended',
      'link.renewed',
    ] as const;
    const bodies = events.map(
      (event) =>
        desk.deskNotice(language, {
          ...named,
          event,
          linkEndedAt: null,
          timeZone: limited.timeZone,
        }).body,
    );
    expect(new Set(bodies).size).toBe(events.length);
  });

  test('a public body reads of its own remedies', () => {
    const [personal, body] = (['personal', 'public'] as const).map(
      (kind) => application.deadlinePassed(language, { ...named, kind }).body,
    );
    expect(body).toContain('18');
    expect(personal).not.toContain('18');
  });
});
