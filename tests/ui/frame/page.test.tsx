import { act, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { linksIn, textOf } from '#tests/components/reading.ts';
import { DemonstrationChip, DemonstrationNote } from '#ui/frame/installation.tsx';
import { Page, PageBoundary } from '#ui/frame/page.tsx';

const goTo = (address: string) =>
  act(() => {
    window.history.pushState({ key: address }, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { key: address } }));
  });
const twoPages = (
  <Routes>
    <Route
      path="/one"
      element={
        <Page title="One">
          <p>first</p>
        </Page>
      }
    />
    <Route
      path="/two"
      element={
        <Page title="Two">
          <p>second</p>
        </Page>
      }
    />
  </Routes>
);
const heading = (name: string) => screen.getByRole('heading', { level: 1, name });

test('a page sets the document title and shows breadcrumbs', () => {
  const above = [
    { to: '/home', label: 'My applications' },
    { to: '/home/VD-1', label: 'VD-1' },
  ];
  showPart(
    <Page title="Details" above={above} lead="What stands there." actions={<b>Do it</b>}>
      <p>Content</p>
    </Page>,
  );
  expect(document.title).toBe('Details – Vehicle data access');
  const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(textOf(breadcrumb)).toBe('My applications›VD-1›Details');
  expect(linksIn(breadcrumb)).toEqual({ 'My applications': '/home', 'VD-1': '/home/VD-1' });
  expect(within(breadcrumb).getByText('Details').getAttribute('aria-current')).toBe('page');
  expect(textOf(screen.getByRole('article'))).toMatch(/DetailsWhat stands there\.Do itContent$/);
});

test('later pages focus their heading; the first page of a visit does not', () => {
  const scrolled = vi.spyOn(window, 'scrollTo');
  showPart(twoPages, {}, '/one');
  expect(document.activeElement).toBe(document.body);
  expect(scrolled).not.toHaveBeenCalled();
  goTo('/two');
  expect(document.activeElement).toBe(heading('Two'));
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

test('components respect the system setting for reduced motion', () => {
  document.documentElement.removeAttribute('data-respect-reduced-motion');
  showPart(twoPages, {}, '/one');
  expect(document.documentElement.getAttribute('data-respect-reduced-motion')).toBe('true');
});

test('a new query or fragment does not focus the heading', () => {
  showPart(twoPages, {}, '/one');
  goTo('/two');
  act(() => heading('Two').blur());
  goTo('/two?kind=public');
  expect(document.activeElement).toBe(document.body);
  goTo('/one#write');
  expect(document.activeElement).toBe(document.body);
});

test('the error boundary shows a failed page and resets for another URL', () => {
  const Broken = () => {
    throw new Error('lost on the way');
  };
  const complaints = vi.mocked(console.error);
  const part = (
    <Routes>
      {['/one', '/two'].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <PageBoundary address={path}>{path === '/one' ? <Broken /> : <p>fine</p>}</PageBoundary>
          }
        />
      ))}
    </Routes>
  );
  showPart(part, {}, '/one');
  expect(heading('The page could not be loaded.')).not.toBeNull();
  complaints.mockClear();
  goTo('/two');
  expect(screen.queryByText('The page could not be loaded.')).toBeNull();
  expect(screen.queryByText('fine')).not.toBeNull();
});

const { dataset } = document.documentElement;
afterEach(() => {
  delete dataset.demonstration;
});

test.each([
  ['local-mailbox', true, true],
  ['smtp', true, false],
  [undefined, false, false],
])('the demonstration notes depend on where its mail goes (%s)', (where, isShown, isLocal) => {
  if (where) dataset.demonstration = where;
  showPart(
    <>
      <DemonstrationChip />
      <DemonstrationNote />
    </>,
  );
  expect(screen.queryByText('Demonstration') !== null).toBe(isShown);
  expect(screen.queryByText('Demonstration.') !== null).toBe(isShown);
  expect(screen.queryByText(/No e-mail leaves this machine/) !== null).toBe(isLocal);
  expect(screen.queryByRole('link', { name: 'Open the local mailbox' }) !== null).toBe(isLocal);
});
