import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import * as code from '#server/accounts/sign-in/code-mail.ts';
import * as security from '#server/accounts/sign-in/security-mails.ts';
import * as application from '#server/applications/mails/application-mails.ts';
import * as desk from '#server/applications/mails/desk-mails.ts';
import { limited, mails, named, written } from './mail-rows.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');
/** Declarations of functions that write mails. */
const WORDING =
  /^export (?:const (\w+)(?:: Mail(?:Template)?<| = (?:(?:application|security|lead)Mail|colleagueMail)\b)|function (\w+)\((?:(?!\nexport )[\s\S])*?\): MailText \{)/gm;
const FRAMES = ['applicationMail', 'letter', 'requesterMail'];

test('every mail has a row in mail-rows.ts', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join(SERVER, file), 'utf8')));
  const worded = sources.flatMap((source) =>
    [...source.matchAll(WORDING)].map(([, constant, named]) => constant ?? named ?? ''),
  );
  const rows = new Set(Object.keys(mails).map((name) => name.replace(/ \(.+\)$/, '')));
  expect([...rows].sort()).toEqual(worded.filter((name) => !FRAMES.includes(name)).sort());
});

/** Drafts of another language are in English. */
const tradeSecrets: Partial<Record<string, string>> = {
  en: 'trade secrets',
  es: 'secretos comerciales',
  fr: 'secrets d’affaires',
  pl: 'tajemnic',
  pt: 'segredos comerciais',
  zh: '商业秘密',
};

describe.each(languageCodes)('in %s', (language) => {
  test.each(Object.entries(mails))(
    '%s has a subject of one line and no unfilled placeholder',
    (_, row) => {
      const { subject, body } = row(language);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(`${subject}\n\n${body}`).not.toMatch(/undefined|NaN|\$\{|\{\w+\}|Invalid/);
    },
  );

  test('the mails equal the approved texts', async () => {
    const pages = Object.entries(mails).map(([name, row]) => {
      const { subject, body } = row(language);
      return `=== ${name}\n${subject}\n\n${body}`;
    });
    await expect(pages.join('\n')).toMatchFileSnapshot(`mails/${language}.txt`);
  });

  test('an empty remark is left out', () => {
    const [withText, silent] = [written.text, ''].map(
      (text) =>
        application.applicationApproved(language, { ...named, timeZone: limited.timeZone, text })
          .body,
    );
    expect(silent?.split('\n\n').length).toBe((withText?.split('\n\n').length ?? 0) - 2);
  });

  test.each(['sharingWithheld', 'sharingSuspended'])('%s gives its reason once', (name) => {
    const { body = '' } = mails[name]?.(language) ?? {};
    expect(body.split(tradeSecrets[language] ?? 'trade secrets')).toHaveLength(2);
  });

  test('the code appears once in its mail', () => {
    expect(code.codeMail(language, '042137').body.match(/\b\d{6}\b/g)).toEqual(['042137']);
  });

  test('after the last recovery code the mail says what to do', () => {
    const [some, none] = [3, 0].map(
      (left) => security.recoveryCodeUsed(language, { ...named, left }).body,
    );
    expect(none?.split('\n\n').length).toBe((some?.split('\n\n').length ?? 0) + 1);
  });

  test('mails to the desk differ by event', () => {
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

  test('a public body gets its own remedies', () => {
    const [personal, body] = (['personal', 'public'] as const).map(
      (kind) => application.deadlinePassed(language, { ...named, kind }).body,
    );
    expect(body).toContain('18');
    expect(personal).not.toContain('18');
  });
});
