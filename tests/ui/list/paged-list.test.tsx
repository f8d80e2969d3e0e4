import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addressNow, showPart } from '#tests/components/open-page.tsx';
import { linksIn, rowsOf, textOf } from '#tests/components/reading.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { PagedList, Pages } from '#ui/list/paged-list.tsx';

const list = (total: number | undefined, isLoading = false) => (
  <PagedList
    total={total}
    isLoading={isLoading}
    pageSize={20}
    empty={{ title: 'Nothing yet', children: <p>Apply first.</p> }}
  >
    <p>rows</p>
  </PagedList>
);

test('a list shows that it is loading', () => {
  showPart(list(undefined));
  expect(textOf(screen.getByRole('status'))).toBe('Loading…');
});

test.each(['/', '/?page=3'])('an empty list explains what to do (%s)', (address) => {
  showPart(list(0), {}, address);
  expect(textOf(screen.getByRole('heading', { level: 2 }))).toBe('Nothing yet');
  expect(screen.queryByText('Apply first.')).not.toBeNull();
  expect([screen.queryByText('rows'), screen.queryByRole('status')]).toEqual([null, null]);
});

test.each([
  [20, '/', null],
  [21, '/', 'Page 1 of 2Next page'],
  [40, '/?page=2', 'Previous pagePage 2 of 2'],
  [40, '/?page=nonsense', 'Page 1 of 2Next page'],
  [40, '/?page=-3', 'Page 1 of 2Next page'],
  [40, '/?page=1.9', 'Page 1 of 2Next page'],
])('%d rows at %s have the page links: %s', (total, address, words) => {
  showPart(list(total), {}, address);
  expect(screen.queryByText('rows')).not.toBeNull();
  const pages = screen.queryByRole('navigation', { name: 'Pages' });
  expect(pages && textOf(pages)).toBe(words);
});

test('a page number past the end redirects to the last page', () => {
  const before = history.length;
  showPart(list(41), {}, '/?kind=public&page=9');
  expect([addressNow(), history.length]).toEqual(['/?kind=public&page=3', before]);
});

test('a page number past the end of the previous list waits for the next one', () => {
  showPart(list(3, true), {}, '/?page=5');
  expect(addressNow()).toBe('/?page=5');
  expect(textOf(screen.getByRole('status'))).toBe('Loading…');
});

test('a change of page scrolls to the top and focuses the list', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo');
  const user = showPart(list(41), {}, '/?page=1');
  expect(document.activeElement).toBe(document.body);
  const rows = screen.getByText('rows').parentElement as HTMLElement;
  const focused = vi.spyOn(rows, 'focus');
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0));
  expect(document.activeElement).toBe(rows);
  // The heading above stays in sight.
  expect(focused).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
});

test('the first column is the row header; each value has its label', () => {
  showPart(
    <CardTable
      rows={[{ id: 1, name: 'VD-1', state: 'Open' }]}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Number', cell: ({ name }) => name },
        { label: 'State', cell: ({ state }) => <b>{state}</b> },
      ]}
    />,
  );
  expect(rowsOf(screen.getByRole('table'))).toEqual([
    ['Number', 'State'],
    ['VD-1', 'Open'],
  ]);
  expect(screen.getByRole('rowheader').textContent).toBe('VD-1');
  expect(screen.getAllByRole('columnheader').map(textOf)).toEqual(['Number', 'State']);
  expect(screen.getByRole('cell').getAttribute('data-label')).toBe('State');
});

const leading = () => screen.queryByRole('navigation', { name: 'Pages' });

test.each([
  [1, { 'Next page': '/?kind=public&page=2' }],
  [2, { 'Previous page': '/?kind=public&page=1', 'Next page': '/?kind=public&page=3' }],
  [3, { 'Previous page': '/?kind=public&page=2' }],
])('page %d of 3 links to its neighbours and keeps the filter', (page, links) => {
  showPart(<Pages page={page} count={3} />, {}, '/?kind=public');
  expect(linksIn(leading() as HTMLElement)).toEqual(links);
  expect(textOf(leading())).toContain(`Page ${page} of 3`);
});
