import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressNow, showPart } from '#tests/components/open-page.tsx';
import { linksIn, textOf } from '#tests/components/reading.ts';
import { Pages } from '#ui/frame/pages.tsx';

const leading = () => screen.queryByRole('navigation', { name: 'Pages' });

test.each([
  [1, { 'Next page': '/?kind=public&page=2' }],
  [2, { 'Previous page': '/?kind=public&page=1', 'Next page': '/?kind=public&page=3' }],
  [3, { 'Previous page': '/?kind=public&page=2' }],
])('page %d of 3 leads to its neighbours, and keeps the filter', (page, links) => {
  showPart(<Pages page={page} count={3} />, {}, '/?kind=public');
  expect(linksIn(leading() as HTMLElement)).toEqual(links);
  expect(textOf(leading())).toContain(`Page ${page} of 3`);
});

test('a list of one page has no others', () => {
  showPart(<Pages page={1} count={1} />);
  expect(leading()).toBeNull();
});

test('the next page is a step that Back undoes', async () => {
  const user = showPart(<Pages page={1} count={2} />, {}, '/?page=1');
  const before = history.length;
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  expect([addressNow(), history.length]).toEqual(['/?page=2', before + 1]);
});
