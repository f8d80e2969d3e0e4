import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { callsUnderWay, sentTo, stubCalls } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';

function Languages() {
  const { data } = useQuery('language', {}, { cache: false });
  return <p>{data ? data.map(({ name }) => name).join() : 'Loading'}</p>;
}
const french: CallData<'language'> = [{ code: 'fr', name: 'Français' }];

test('a page that is answered has no call under way', async () => {
  showPart(<Languages />, { language: french });
  await screen.findByText('Français');
  expect(callsUnderWay()).toBe(0);
});

test('a call that nobody answered is under way, but not on the next page', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof french>();
  showPart(<Languages />, { language: () => promise });
  await waitFor(() => expect(callsUnderWay()).toBe(1));
  // As the next test begins, of this file or of another in the same process.
  stubCalls({});
  expect([callsUnderWay(), sentTo('language')]).toEqual([0, []]);
  await act(async () => resolve(french));
  expect(callsUnderWay()).toBe(0);
});
