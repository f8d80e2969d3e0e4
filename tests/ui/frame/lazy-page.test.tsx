import { createMemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { beginSession } from '#ui/calls/session.ts';
import { page } from '#ui/frame/lazy-page.ts';

test('the first calls of a page are made once for an application, not for each step', async () => {
  beginSession('token');
  const calls = vi.fn();
  const path = '/applications/:number/data-request/:step?';
  const route = page(path, 'portal', async () => ({ default: () => null }), { calls });
  const router = createMemoryRouter([route], {
    initialEntries: ['/applications/VD-1/data-request'],
  });
  const callsAfter = async (address: string) => {
    await router.navigate(address);
    return calls.mock.calls.length;
  };
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), 30_000);
  expect(await callsAfter('/applications/VD-1/data-request/check')).toBe(1);
  expect(await callsAfter('/applications/VD-1/data-request/check?from=list')).toBe(1);
  expect(await callsAfter('/applications/VD-2/data-request')).toBe(2);
});
