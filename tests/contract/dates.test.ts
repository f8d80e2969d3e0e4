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

describe('a date of birth', () => {
  const born = (dateOfBirth: string) =>
    problems(personalForm, { ...personal, user: { ...personal.user, dateOfBirth } });

  test.each(['1985-04-12', '1906-11-20', '2026-11-20', '2026-11-19'])('%s is accepted', (day) => {
    expect(born(day)).toEqual([]);
  });

  test.each(['2050-01-01', '2026-11-22', '1800-01-01', '1906-11-18', '0085-04-12'])(
    '%s is rejected',
    (day) => {
      expect(born(day)).toEqual(['user.dateOfBirth range']);
    },
  );

  test('is accepted as soon as its day has begun in UTC+14', () => {
    const { user } = personal;
    const form = { ...personal, user: { ...user, dateOfBirth: '2026-11-21' } };
    const begins = Date.parse('2026-11-20T10:00:00Z');
    expect(problems(personalForm, form, begins - 1)).toEqual(['user.dateOfBirth range']);
    expect(problems(personalForm, form, begins)).toEqual([]);
  });

  test('120 years ago is accepted until the day has ended in UTC-12', () => {
    const { user } = personal;
    const form = { ...personal, user: { ...user, dateOfBirth: '1906-11-19' } };
    const ends = Date.parse('2026-11-20T12:00:00Z');
    expect(problems(personalForm, form, ends)).toEqual([]);
    expect(problems(personalForm, form, ends + 1)).toEqual(['user.dateOfBirth range']);
  });

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

  test('is accepted until it has ended in UTC-12', () => {
    const ends = Date.parse('2026-11-20T12:00:00Z');
    const form = { ...publicly, deadline: '2026-11-19' };
    expect(problems(publicForm, form, ends - 1)).toEqual([]);
    expect(problems(publicForm, form, ends)).toEqual(['deadline range']);
  });

  test('is not more than ten years ahead', () => {
    const ahead = Date.parse('2026-11-20T12:00:00Z');
    const form = { ...publicly, deadline: '2036-11-19' };
    expect(problems(publicForm, form, ahead)).toEqual([]);
    expect(problems(publicForm, form, ahead - 1)).toEqual(['deadline range']);
  });
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
