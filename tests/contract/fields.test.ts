import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { codes, httpStatus } from '#contract/codes.ts';
import { parseInput } from '#contract/envelope.ts';
import * as fields from '#contract/fields.ts';

const letters = (count: number) => 'é'.repeat(count);
/** Characters that begin another line, or move within one. */
const breaks = ['\n', '\r', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const fileIds = (count: number) => Array.from({ length: count }, () => 'ab'.repeat(16));

/** Accepted values of each kind of field, at the limits, and rejected ones by the broken rule. */
const cases: Record<
  string,
  [schema: z.ZodMiniType, taken: unknown[], refused: Record<string, unknown[]>]
> = {
  line: [
    fields.line(),
    ['x', letters(200), ` ${letters(200)} `, 'pasted\n', 'زهرا\u200c'],
    {
      format: [...breaks.map((each) => `Anna${each}Bcc: b@example.eu`), '\u0000', 1],
      tooLong: [letters(201)],
      required: ['', '  ', undefined, null],
    },
  ],
  'optional line': [
    fields.optionalLine(),
    [undefined, '', letters(200), '\n'],
    {
      format: [...breaks.map((each) => `Anna${each}=cmd()`), '\u0000'],
      tooLong: [letters(201)],
    },
  ],
  text: [
    fields.text(),
    ['x', letters(10_000), 'a\nb'],
    { tooLong: [letters(10_001)], required: [' \n'], format: ['\u0000'] },
  ],
  'optional text': [
    fields.optionalText(),
    [undefined, ' ', letters(10_000)],
    { tooLong: [letters(10_001)], format: ['\u0000'] },
  ],
  'verification code': [
    fields.code(),
    ['000000', ' 123456 '],
    { format: ['12345', '1234567'], required: [''] },
  ],
  'e-mail address': [
    fields.email(),
    [
      'a@b.eu',
      ` ${'a'.repeat(64)}@${'b'.repeat(60)}.example.eu `,
      'a&b@example.eu',
      'a@παράδειγμα.ευ',
      'a@παράδειγμα.ελ',
      'a@пример.бг',
      'a@xn--e1afmkfd.xn--90ae',
    ],
    {
      format: [
        ...['a@b', 'a..b@x.eu', 'x@1.2.3.4', 'müller@x.eu', 'a@xn--ü.eu'],
        'a@b.eu\nBcc: c@d.eu',
        `${'a'.repeat(65)}@b.eu`,
      ],
      required: [''],
      tooLong: [`${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}eu`],
    },
  ],
  telephone: [
    fields.phone(),
    ['12345', '+48 (22) 123-45.67/8', '1'.repeat(30), '+48\u00a022\u202f123‑45–67'],
    { format: ['1234', '1'.repeat(31), '+48 22 call'] },
  ],
  country: [fields.country(), ['PL'], { format: ['pl', 'POL'], required: [''] }],
  instant: [
    fields.instant(),
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.123Z'],
    { format: ['2026-11-20T10:00:00', '2026-11-20T10:00:00+01:00', '2026-11-20'] },
  ],
  files: [fields.files(), [[], fileIds(5)], { tooLong: [fileIds(6)] }],
  'needed files': [
    fields.requiredFiles(),
    [fileIds(1), fileIds(5)],
    { required: [[]], tooLong: [fileIds(6)] },
  ],
  'application number': [
    fields.applicationNumber(),
    ['VD-20261120-4K7Q2M'],
    { format: ['VD-20261120-4K7Q2I', 'VD-20261120-4K7Q2', 'xVD-20261120-4K7Q2M'] },
  ],
  revision: [
    fields.revision(),
    [0, 1, 2 ** 31 - 2],
    // The next revision would exceed the 32-bit column of PostgreSQL.
    { range: [-1, 2 ** 31 - 1], format: [0.5] },
  ],
  page: [fields.page(), [undefined, 1, 1_000_000], { range: [0, 1_000_001] }],
  'rows of a page': [fields.pageSize(), [undefined, 1, 100], { range: [0, 101] }],
  tick: [fields.accepted(), [true], { choice: [false], required: [undefined] }],
};

describe.each(Object.entries(cases))('%s', (_, [schema, taken, refused]) => {
  test.each(taken.map((value) => [value]))('%j is accepted', (value) => {
    expect(parseInput(schema, value)).toHaveProperty('value');
  });

  const broken = Object.entries(refused).flatMap(([problem, values]) =>
    values.map((value) => [value, problem] as const),
  );
  test.each(broken)('%j is rejected: %s', (value, problem) => {
    expect(parseInput(schema, value)).toEqual({ fields: [{ field: '', problem }] });
  });
});

test('input is trimmed, and e-mail addresses are lower-cased', () => {
  expect(parseInput(fields.line(), ' a b ')).toEqual({ value: 'a b' });
  expect(parseInput(fields.text(), ' a\nb ')).toEqual({ value: 'a\nb' });
  expect(parseInput(fields.code(), ' 123456 ')).toEqual({ value: '123456' });
  expect(parseInput(fields.email(), ' Anna@Example.EU ')).toEqual({ value: 'anna@example.eu' });
  expect(parseInput(fields.email(), 'A@Müller.de')).toEqual({ value: 'a@xn--mller-kva.de' });
  expect(parseInput(fields.page(), undefined)).toEqual({ value: 1 });
  expect(parseInput(fields.pageSize(), undefined)).toEqual({ value: 20 });
});

test('only the first error of a field is reported', () => {
  expect(parseInput(fields.line(), `${letters(201)}\u0000`)).toEqual({
    fields: [{ field: '', problem: 'tooLong' }],
  });
});

/** Other programs rely on these codes, and on the first three digits being the status. */
const stable: Record<keyof typeof codes, number> = {
  ok: 200,
  invalid: 400,
  wrongCode: 40001,
  expiredCode: 40002,
  unknownFile: 40003,
  agreementMissing: 40004,
  personalDataNotAllowed: 40005,
  unknownLink: 40010,
  usedCode: 40011,
  wrongPasskey: 40012,
  signedOut: 401,
  forbidden: 403,
  secondFactorNeeded: 40301,
  freshFactorNeeded: 40302,
  companySignInRejected: 40303,
  notFound: 404,
  methodNotAllowed: 405,
  notAllowedNow: 40901,
  outdated: 40902,
  reportNotReady: 40903,
  takenByOther: 40904,
  secondOpinionNeeded: 40910,
  recipientMissing: 40914,
  tooManyNotices: 40915,
  answerTooLate: 40916,
  draftOutdated: 40912,
  lastLead: 40905,
  tooManyFiles: 40906,
  fileWaits: 40907,
  tooManyReports: 40908,
  sharingSuspended: 40911,
  unknownState: 40909,
  tooLarge: 413,
  emptyFile: 40006,
  agreementUnsigned: 40007,
  typeNotSupported: 415,
  unsafeFile: 41501,
  vehicleNotLinked: 42201,
  locked: 423,
  linkNeeded: 42301,
  tooSoon: 429,
  tooMany: 42901,
  internal: 500,
  fileDamaged: 50001,
  unavailable: 503,
  otherSystemUnavailable: 50301,
  storageFull: 507,
};

test('the published codes are unchanged, each with its status', () => {
  expect(codes).toEqual(stable);
  const statuses = Object.values(codes).map((code) => [code, httpStatus(code)]);
  for (const [code, status] of statuses) expect(String(code)).toMatch(new RegExp(`^${status}`));
  expect(httpStatus(codes.takenByOther)).toBe(409);
});

test.each([
  ['@SUM(1)\u202eevil', '@SUM(1)evil'],
  ['\u2066Anna\u2069\u200e', 'Anna'],
  ['An\u200bna\u2060\ufeff', 'Anna'],
  ['Anna\u200d', 'Anna'],
  ['An\u200d\u200dna', 'Anna'],
  ['An\u200b\u200dna', 'Anna'],
  ['An\ufe0fna', 'Anna'],
  ['Ан\u200dна\u200c', 'Анна'],
  ['Άν\ufe0fνα\u200d', 'Άννα'],
  ['Ան\u200cնա', 'Աննա'],
  ['ან\u200dნა', 'ანნა'],
  ['\u034fAn\u2800na\ufff9\ufffa\ufffb\u180b\u180d', 'Anna'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['زه\u200cرا', 'زه\u200cرا'],
  ['👩\u200d🔧', '👩\u200d🔧'],
])('invisible characters of %j are removed from lines and texts', (typed, stored) => {
  expect(fields.line().parse(typed)).toBe(stored);
  expect(fields.optionalLine().parse(typed)).toBe(stored);
  expect(fields.text().parse(`${typed}\nand`)).toBe(`${stored}\nand`);
  expect(fields.optionalText().parse(typed)).toBe(stored);
});

test.each(['\u3164', '\u200b \u2060', '\u115f', '\u2800\u034f'])(
  '%j alone counts as a missing value',
  (typed) => {
    expect(parseInput(fields.line(), typed)).toMatchObject({ fields: [{ problem: 'required' }] });
  },
);

test('Unicode spaces and hyphens in a telephone number are stored as ASCII', () => {
  expect(fields.phone().parse('+48\u00a0600\u2009100‑200−1')).toBe('+48 600 100-200-1');
});
