import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import * as code from '#server/accounts/sign-in/code-mail.ts';
import * as security from '#server/accounts/sign-in/security-mails.ts';
import * as leads from '#server/accounts/staff/lead-mails.ts';
import * as dispute from '#server/applications/disputes/dispute-mails.ts';
import * as application from '#server/applications/mails/application-mails.ts';
import * as desk from '#server/applications/mails/desk-mails.ts';
import * as authority from '#server/applications/notices/authority-mail.ts';
import * as quote from '#server/applications/quotes/quote-mails.ts';
import * as contact from '#server/applications/recipients/contact-mails.ts';
import * as recipient from '#server/applications/recipients/recipient-mails.ts';
import * as report from '#server/applications/reports/report-mails.ts';
import { headMail } from '#server/platform/audit/heads.ts';
import { limited, mails, named, written } from './mail-rows.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');
const IMPORTS_A_LETTER = /import \{[^}]*\b(letter|aboutApplication)\b[^}]*\} from/;
/** Modules that word mails, by their place under the server. */
const modules: Record<string, object> = {
  'platform/audit/heads.ts': { headMail },
  'applications/mails/application-mails.ts': application,
  'applications/notices/authority-mail.ts': authority,
  'applications/disputes/dispute-mails.ts': dispute,
  'applications/mails/desk-mails.ts': desk,
  'applications/quotes/quote-mails.ts': quote,
  'applications/recipients/contact-mails.ts': contact,
  'applications/recipients/recipient-mails.ts': recipient,
  'applications/reports/report-mails.ts': report,
  'accounts/sign-in/code-mail.ts': code,
  'accounts/staff/lead-mails.ts': leads,
  'accounts/sign-in/security-mails.ts': security,
};

test('a mail is worded nowhere else, and each has a row here', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const wording: string[] = [];
  for (const file of files)
    if (IMPORTS_A_LETTER.test(await readFile(join(SERVER, file), 'utf8'))) wording.push(file);
  const frame = 'applications/mails/application-letter.ts';
  expect(wording.sort()).toEqual([...Object.keys(modules), frame].sort());
  const worded = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter(([, each]) => typeof each === 'function');
  const rows = new Set(Object.keys(mails).map((name) => name.replace(/ \(.+\)$/, '')));
  expect([...rows].sort()).toEqual(worded.map(([name]) => name).sort());
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
      (text) =>
        application.applicationApproved(language, { ...named, timeZone: limited.timeZone, text })
          .body,
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
      'quote.accept',
      'quote.object',
      'erasure.notify',
      'passing.notify',
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
