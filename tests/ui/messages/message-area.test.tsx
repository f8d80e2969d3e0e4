import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { showMessage } from '#ui/messages/messages.ts';

/** Long enough for slow readers. */
const READ = 15_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = async () => {
  // Loaded before the timers stop.
  await import('#portal/rights/customer-page.tsx');
  openPage('/role');
  await pass(1000);
};
const show = (kind: 'error' | 'notice', text: string) => act(() => showMessage({ kind, text }));

test('a notice disappears after the time to read it', async () => {
  await open();
  show('notice', 'Your data request is sent.');
  await pass(7000);
  expect(screen.queryByText('Your data request is sent.')).not.toBeNull();
  await pass(READ);
  expect(screen.queryByText('Your data request is sent.')).toBeNull();
});

test('a longer notice stays longer', async () => {
  await open();
  show('notice', 'x'.repeat(200));
  await pass(READ);
  expect(screen.queryByText('x'.repeat(200))).not.toBeNull();
  await pass(READ);
  expect(screen.queryByText('x'.repeat(200))).toBeNull();
});

test('a focused message stays', async () => {
  await open();
  show('notice', 'It is sent.');
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  await pass(10 * READ);
  expect(screen.queryByText('It is sent.')).not.toBeNull();
  act(() => close.blur());
  await pass(READ);
  expect(screen.queryByText('It is sent.')).toBeNull();
});

test('an error stays on its page and disappears on another', async () => {
  await open();
  show('error', 'It went wrong.');
  await pass(10 * READ);
  expect(screen.queryByText('It went wrong.')).not.toBeNull();
  act(() => {
    window.history.pushState(null, '', '/right/customer');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await pass(1000);
  expect(screen.queryByText('It went wrong.')).not.toBeNull();
  await pass(READ);
  expect(screen.queryByText('It went wrong.')).toBeNull();
});
