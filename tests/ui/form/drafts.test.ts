import { expect, test } from 'vitest';
import { inputOf, restored } from '#ui/form/drafts.ts';

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

test('a draft of a form that had other fields opens with the fields of today', () => {
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
