import { expect, test } from 'vitest';
import { personalFields } from '#forms/personal-fields.ts';
import { inputOf, restored } from '#ui/form/drafts.ts';
import { typedInstant } from '#ui/form/text-field.tsx';
import { filedValues } from '#ui/form/typed-values.ts';

test('a local time is converted to UTC', () => {
  const meant = new Date(2026, 10, 1, 10, 30);
  expect(new Date(typedInstant('2026-11-01T10:30'))).toEqual(meant);
  expect(typedInstant('2026-11-01T10:30')).toMatch(/^2026-1[01]-\d\dT\d\d:\d\d:00Z$/);
  expect(typedInstant('')).toBe('');
});

test.each([
  ['{"values":{"name":"Anna"},"place":"/apply"}', { name: 'Anna' }],
  ['{"values":{}}', {}],
  ['{"values":null}', undefined],
  ['{"values":"Anna"}', undefined],
  ['null', undefined],
  ['{', undefined],
])('the values of the content %s are %j', (content, values) => {
  expect(inputOf(content)?.values).toEqual(values);
});

test('a draft with other fields is restored to the current fields', () => {
  const today = { name: '', kinds: [] as string[], isTicked: false, user: { city: '', zip: '' } };
  const before = { name: 'Anna', kinds: 'all', gone: 'x', user: { city: 'Turin', fax: '1' } };
  expect(restored(today, before)).toEqual({
    name: 'Anna',
    kinds: [],
    isTicked: false,
    user: { city: 'Turin', zip: '' },
  });
  expect(restored(today, { user: null, kinds: ['a'] })).toEqual({ ...today, kinds: ['a'] });
});

test('the files of a filed form stay in the order of its answer', () => {
  const file = (fileId: string) => ({ fileId, name: `${fileId}.pdf`, size: 1 });
  const form = { vehicle: { proof: ['large', 'small'] } };
  const { vehicle } = filedValues(personalFields, form, [file('small'), file('large')]) as {
    vehicle: { proof: { fileId: string }[] };
  };
  expect(vehicle.proof.map(({ fileId }) => fileId)).toEqual(['large', 'small']);
});
