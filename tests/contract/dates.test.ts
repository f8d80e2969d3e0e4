import { describe, expect, test } from 'vitest';
import { dataRequestForm } from '#contract/data-request-form.ts';
import { endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { validateAsOf, validationTime } from '#contract/fields.ts';
import { personalForm } from '#contract/personal-form.ts';
import { publicForm } from '#contract/public-form.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const problems = (schema: Parameters<typeof parseInput>[0], form: object, at = NOW) => {
  const parsed = validateAsOf(at, () => parseInput(schema, form));
  return 'fields' in parsed ? parsed.fields.map(({ field, problem }) => `${field} ${problem}`) : [];
};
const personal = endpoints.personQualificationReview.example.form;
const publicly = endpoints.publicApplication.example.form;
const data = endpoints.personDataApplication.example.form;

const bornOn = (dateOfBirth: string) => ({ ...personal, user: { ...personal.user, dateOfBirth } });

describe('a date of birth', () => {
  const born = (day: string) => problems(personalForm, bornOn(day));

  test.each(['1985-04-12', '1906-11-20', '2026-11-20', '2026-11-19'])('%s is accepted', (day) => {
    expect(born(day)).toEqual([]);
  });

  test.each(['2050-01-01', '2026-11-22', '1800-01-01', '1906-11-18', '0085-04-12'])(
    '%s is rejected',
    (day) => {
      expect(born(day)).toEqual(['user.dateOfBirth range']);
    },
  );

  test('that is not a date is reported once', () => {
    expect(born('1985-02-30')).toEqual(['user.dateOfBirth format']);
    expect(born('')).toEqual(['user.dateOfBirth required']);
  });
});

describe('a day by which data are needed', () => {
  const needed = (deadline: string) => problems(publicForm, { ...publicly, deadline });

  test.each(['2026-11-20', '2026-11-19', '2036-11-18'])('%s is accepted', (day) => {
    expect(needed(day)).toEqual([]);
  });

  test.each(['2001-01-01', '2026-11-18', '2036-11-20', '9999-12-31'])('%s is rejected', (day) => {
    expect(needed(day)).toEqual(['deadline range']);
  });
});

test.each([
  // From the beginning of the day in UTC+14, until the end of the day in UTC-12.
  ['is valid from its beginning', 'user.dateOfBirth', '2026-11-21', '2026-11-20T10:00:00Z', true],
  [
    '120 years ago is valid to its end',
    'user.dateOfBirth',
    '1906-11-19',
    '2026-11-20T12:00:00.001Z',
    false,
  ],
  ['is valid until its end', 'deadline', '2026-11-19', '2026-11-20T12:00:00Z', false],
  ['is at most ten years ahead', 'deadline', '2036-11-19', '2026-11-20T12:00:00Z', true],
])('a day that %s somewhere: %s %s at %s', (_, field, day, instant, isValidFrom) => {
  const schema = field === 'deadline' ? publicForm : personalForm;
  const form = field === 'deadline' ? { ...publicly, deadline: day } : bornOn(day);
  const [before, from] = [Date.parse(instant) - 1, Date.parse(instant)];
  expect(problems(schema, form, before)).toEqual(isValidFrom ? [`${field} range`] : []);
  expect(problems(schema, form, from)).toEqual(isValidFrom ? [] : [`${field} range`]);
});

describe.each([
  ['of a data request', dataRequestForm, data],
  ['of a public body', publicForm, publicly],
] as const)('a range %s', (_, schema, form) => {
  const asked = (from: string, to: string, others: object = {}) =>
    problems(schema, { ...form, from, to, ...others });

  test('must begin in 1970 or later and end now or earlier', () => {
    expect(asked('1970-01-01T00:00:00Z', '2026-11-20T09:00:00Z')).toEqual([]);
    expect(asked('2026-01-01T00:00:00Z', '2026-11-20T09:00:01Z')).toEqual(['to range']);
    expect(asked('1969-12-31T23:59:59Z', '2026-11-20T09:00:00Z')).toEqual(['from range']);
  });

  test('must end after it begins, which is reported together with all other errors', () => {
    const reversed = ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'] as const;
    expect(asked(...reversed)).toEqual(['to range']);
    expect(asked('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual(['to range']);
    expect(asked(...reversed, { reportLanguage: 'xx', contactEmail: 'nobody' }).sort()).toEqual([
      'contactEmail format',
      'reportLanguage choice',
      'to range',
    ]);
  });

  test('with a missing or malformed end is reported once', () => {
    expect(problems(schema, { ...form, from: undefined })).toEqual(['from required']);
    expect(problems(schema, { ...form, to: 'soon' })).toEqual(['to format']);
    expect(problems(schema, { ...form, to: { toString: 0 } })).toEqual(['to format']);
  });

  test('must not repeat a data type', () => {
    expect(problems(schema, { ...form, dataTypes: ['battery', 'battery'] })).toEqual([
      'dataTypes range',
    ]);
  });
});

test('an input is validated with the given clock, and afterwards with the device’s again', () => {
  expect(
    validateAsOf(5, () => [validationTime(), validateAsOf(6, validationTime), validationTime()]),
  ).toEqual([5, 6, 5]);
  expect(() =>
    validateAsOf(5, () => {
      throw new Error('wrong');
    }),
  ).toThrow('wrong');
  expect(Math.abs(validationTime() - Date.now())).toBeLessThan(60_000);
});
