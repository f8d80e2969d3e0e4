import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { lead, reviewer } from '#tests/components/people.ts';
import { rowsOf } from '#tests/components/reading.ts';
import { type Answers, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const AT = Date.UTC(2026, 10, 20, 9);
const MAIL = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c11';
const SCAN = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c12';
const failing = { failingSince: AT, attempts: 4 };
const answers: Answers = {
  operationState: {
    mailHeldSince: null,
    kinds: [
      { kind: 'mail', due: 2, working: 1, later: 3, dead: 1, dueSince: AT },
      { kind: 'scan', due: 0, working: 0, later: 1200, dead: 0, dueSince: null },
    ],
    failed: [
      {
        ...failing,
        id: MAIL,
        kind: 'mail',
        applicationNumber: 'VD-2026-000007',
        mail: { subject: 'Wniosek zatwierdzony', language: 'pl' },
        nextAt: null,
        error: 'connect ECONNREFUSED',
      },
      {
        ...failing,
        id: SCAN,
        kind: 'scan',
        applicationNumber: null,
        mail: null,
        nextAt: AT,
        error: 'gone',
      },
    ],
  },
  operationRetry: { count: 1 },
  operationGiveUp: null,
};
const button = (name: string) => screen.findByRole('button', { name });

test('a lead retries failed work and gives up a mail', async () => {
  const user = openPage('/desk/operation', answers, lead);
  await user.click(await button('Try again Malware scans of files'));
  // The page is loaded again after a retry.
  await waitFor(() => expect(sentTo('operationState')).toHaveLength(2));
  await screen.findByText('1 piece of work is tried again now.');
  const heading = screen.getByRole('heading', { name: 'Failed work' });
  expect(document.activeElement, 'the row may be gone').toBe(heading);
  await user.click(await button('Try all of them again'));
  await waitFor(() =>
    expect(sentTo('operationRetry')).toEqual([{ ids: [SCAN] }, { ids: [MAIL, SCAN] }]),
  );
  await waitFor(() => expect(sentTo('operationState')).toHaveLength(3));
  await user.click(await button('Give up Wniosek zatwierdzony VD-2026-000007'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Wniosek zatwierdzony').lang).toBe('pl');
  await user.click(within(dialog).getByRole('button', { name: 'Give up' }));
  await waitFor(() => expect(sentTo('operationGiveUp')).toEqual([{ id: MAIL }]));
  // The page is loaded again.
  await waitFor(() => expect(sentTo('operationState')).toHaveLength(4));
  await screen.findByText('The e-mail is given up.');
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('failed work is listed when nothing waits', async () => {
  const [failed] = (answers.operationState as CallData<'operationState'>).failed;
  const state = { mailHeldSince: null, kinds: [], failed: failed ? [failed] : [] };
  openPage('/desk/operation', { operationState: state }, lead);
  await screen.findByText('No work is waiting.');
  expect(rowsOf(screen.getByRole('table'))[1]?.[0]).toBe('Wniosek zatwierdzony');
  expect(screen.queryByText('No work has failed.')).toBeNull();
});

test('the page does not exist for a reviewer', async () => {
  openPage('/desk/operation', {}, reviewer);
  await screen.findByRole('heading', { name: 'Page does not exist' });
});
