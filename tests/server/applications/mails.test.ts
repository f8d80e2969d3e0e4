import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Language, languageCodes } from '#contract/languages.ts';
import { leadMails, securityMails } from '#server/accounts/staff/staff-mails.ts';
import { disputeMails } from '#server/applications/disputes/disputes.ts';
import * as application from '#server/applications/mails/application-mails.ts';
import * as desk from '#server/applications/mails/post-to-desk.ts';
import { expectTranslation } from '#tests/server/expect-translation.ts';
import { facts, mails, named, security } from './mail-rows.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');
/** Declarations of functions that write mails. */
const WORDING =
  /^export (?:const (\w+)(?:: Mail(?:Template)?<| = (?:applicationMail|colleagueMail)\b)|function (\w+)\((?:(?!\nexport )[\s\S])*?\): MailText \{)/gm;
const FRAMES = ['applicationMail', 'eventMail', 'letter', 'requesterMail', 'staffMail'];
const TABLES = { ...disputeMails, ...securityMails, ...leadMails };

test('every mail has a row in mail-rows.ts', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join(SERVER, file), 'utf8')));
  const worded = sources.flatMap((source) =>
    [...source.matchAll(WORDING)].map(([, constant, named]) => constant ?? named ?? ''),
  );
  const rows = new Set(Object.keys(mails).map((name) => name.replace(/ \(.+\)$/, '')));
  const named = worded.filter((name) => !FRAMES.includes(name));
  const tables = [...Object.keys(TABLES), ...application.mailedEvents];
  expect([...rows].sort()).toEqual([...named, ...tables].sort());
});

const texts = (language: Language) =>
  Object.entries(mails).map(([name, row]) => {
    const { subject, body } = row(language);
    return { name, subject, text: `${subject}\n\n${body}` };
  });

test('the mails in English equal their approved texts', async () => {
  const pages = texts('en').map(({ name, text }) => `=== ${name}\n${text}`);
  await expect(pages.join('\n')).toMatchFileSnapshot('mails.txt');
});

test.each(languageCodes)(
  'the mails in %s have a subject of one line, and the lines and facts of the English ones',
  (language) => {
    const english = texts('en');
    for (const [index, { name, subject, text }] of texts(language).entries()) {
      expect(subject, name).not.toMatch(/[\r\n]/);
      const approved = english[index]?.text ?? '';
      expectTranslation({ text, english: approved }, [named.holderName], name);
      expect(text === approved, name).toBe(language === 'en');
    }
  },
);

const paragraphsOf = ({ body }: { body: string }) => body.split('\n\n');

test('an empty remark is left out', () => {
  const [withText, silent] = [facts.text, ''].map((text) =>
    paragraphsOf(application.eventMail('data.approve', 'en', { ...facts, text })),
  );
  expect(silent?.length).toBe((withText?.length ?? 0) - 2);
});

test('after the last recovery code the mail says what to do', () => {
  const [some, none] = [3, 0].map((left) =>
    paragraphsOf(security('en', securityMails.recoveryCodeUsed(left))),
  );
  expect(none?.length).toBe((some?.length ?? 0) + 1);
});

test.each(languageCodes)('mails to the desk in %s differ by event', (language) => {
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
  const notice = { ...named, linkEndedAt: null, timeZone: facts.timeZone };
  const bodies = events.map((event) => desk.deskNotice(language, { ...notice, event }).body);
  expect(new Set(bodies).size).toBe(events.length);
});

test('a public body gets its own remedies', () => {
  const [personal, body] = (['personal', 'public'] as const).map(
    (kind) => application.eventMail('deadline.passed', 'en', { ...facts, kind }).body,
  );
  expect(body).toContain('18');
  expect(personal).not.toContain('18');
});
