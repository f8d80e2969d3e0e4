import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationRecord, RecipientStatus } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { unsavedKeys } from '#tests/components/drafts.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { factsIn, offeredIn, pageOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { NUMBER, personal, recordOf } from '#tests/components/records.ts';
import { sendRejected } from '#tests/components/send-rejected.ts';
import { answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const email = 'workshop@example.com';
const at = (time: string) => Date.parse(time);
const thirdParty = { name: 'Workshop Ltd', location: 'Warsaw', materials: [], agreement: [] };

const named = (others: Partial<RecipientStatus> = {}): RecipientStatus => ({
  email,
  linkSentAt: at('2026-11-19T08:00:00Z'),
  provedAt: null,
  isReady: false,
  fetchedAt: null,
  withdrawnAt: null,
  ...others,
});
const shared = (recipient: RecipientStatus | null, filed?: string): ApplicationRecord => ({
  ...recordOf('personal', 'dataRequest.underReview', { isForThirdParty: true, recipient }),
  personal: personal && {
    ...personal,
    thirdParty: { ...thirdParty, ...(filed && { email: filed }) },
  },
});
const open = (recipient: RecipientStatus | null, filed?: string) =>
  openApplication(shared(recipient, filed), { nameRecipient: null, withdrawRecipient: null });

describe('the recipient of an application for a third party', () => {
  test('is named by e-mail address', async () => {
    const user = open(null);
    const field = await screen.findByLabelText('E-mail address of the third party');
    await user.type(field, 'workshop{Enter}');
    expect(sentTo('nameRecipient')).toEqual([]);
    expect(unsavedKeys()).toEqual([expect.stringMatching(/:recipient:/)]);
    await user.type(field, '@example.com');
    const sent = 'The link is sent.';
    const section = await sectionOf('Data recipient');
    const [send] = offeredIn(section).slice(-1);
    await sendRejected(user, 'nameRecipient', send ?? '', sent);
    answerWith({ nameRecipient: null, applicationDetails: shared(named()) });
    await user.type(field, '{Enter}');
    await screen.findByText(sent);
    expect(sentTo('nameRecipient').slice(1)).toEqual([{ applicationNumber: NUMBER, email }]);
    await waitFor(async () =>
      expect(offeredIn(await sectionOf('Data recipient'))).toEqual([
        'Send a new link',
        'Change the address',
        'Withdraw the recipient',
      ]),
    );
  });

  test.each([
    [
      'gets a link after the approval',
      email,
      `Once the data are approved, we will send a link to ${email}.`,
    ],
    ['is the requester', owner.email, 'You are the recipient: once the data are ready,'],
  ])('given in the form %s, and its address can be changed', async (_, filed, text) => {
    const user = open(null, filed);
    const section = await sectionOf('Data recipient');
    expect(textOf(section)).toContain(text);
    expect(offeredIn(section)).toEqual(['Change the address']);
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    await user.type(screen.getByLabelText('E-mail address of the third party'), 'b@c.eu{Enter}');
    await waitFor(() =>
      expect(sentTo('nameRecipient')).toEqual([{ applicationNumber: NUMBER, email: 'b@c.eu' }]),
    );
  });

  test('is withdrawn after confirmation and cannot change after the download', async () => {
    const user = open(named({ provedAt: 1, isReady: true, fetchedAt: 1 }));
    expect(offeredIn(await sectionOf('Data recipient'))).toEqual([
      'Send a new link',
      'Withdraw the recipient',
    ]);
    await user.click(screen.getByRole('button', { name: 'Withdraw the recipient' }));
    expect(sentTo('withdrawRecipient')).toEqual([]);
    const [, confirm] = screen.getAllByRole('button', { name: 'Withdraw the recipient' });
    if (confirm) await user.click(confirm);
    await waitFor(() =>
      expect(sentTo('withdrawRecipient')).toEqual([{ applicationNumber: NUMBER }]),
    );
  });
});

describe('the page that the link opens', () => {
  const token = 'a'.repeat(43);
  const delivery = (others: Partial<CallData<'delivery'>> = {}): CallData<'delivery'> => ({
    applicationNumber: NUMBER,
    recipient: 'Workshop Ltd',
    email,
    sharedBy: 'Anna Nowak',
    holder: 'Example Motors',
    purpose: 'Repair and maintenance',
    dataTypes: ['Trips and usage'],
    from: at('2026-01-01T00:00:00Z'),
    to: at('2026-02-01T00:00:00Z'),
    provedAt: null,
    progress: 'waiting',
    sharedUntil: null,
    timeZone: 'Europe/Brussels',
    files: [],
    ...others,
  });

  test('shows who shares what; only the button confirms the address', async () => {
    const user = openPage(`/delivery#${token}`, { delivery: delivery(), deliveryConfirm: null });
    const button = await screen.findByRole('button', { name: 'Confirm' });
    expect(sentTo('delivery')).toEqual([{ token }]);
    expect(sentTo('deliveryConfirm')).toEqual([]);
    const text = textOf(await pageOf('Vehicle data shared with you'));
    for (const fact of ['Anna Nowak', 'Workshop Ltd', 'Example Motors', 'Repair and maintenance'])
      expect(text).toContain(fact);
    answerWith({ delivery: delivery({ provedAt: 1 }) });
    await user.click(button);
    await screen.findByText('The data are not ready yet');
    expect(sentTo('deliveryConfirm')).toEqual([{ token }]);
  });

  test('shows without a reload that the copy is ready', async () => {
    stopIntervals();
    openPage(`/delivery#${token}`, { delivery: delivery({ provedAt: 1 }) });
    await screen.findByText('The data are not ready yet');
    answerWith({ delivery: delivery({ provedAt: 1, progress: 'ready', sharedUntil: 1 }) });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await screen.findByText('Your copy of the data is ready');
  });

  test('offers the copy in each format', async () => {
    const files = [
      { format: 'xlsx', size: 2048 },
      { format: 'zip', size: 4096 },
    ] as const;
    const user = openPage(`/delivery#${token}`, {
      delivery: delivery({ provedAt: 1, progress: 'ready', sharedUntil: 1, files: [...files] }),
      deliveryFile: rejected(codes.fileDamaged, 'The stored file is damaged.'),
    });
    await user.click(await screen.findByRole('button', { name: /^CSV and JSON/ }));
    screen.getByText(/7-Zip or File Roller/);
    await screen.findByText('The stored file is damaged.');
    expect(sentTo('deliveryFile')).toEqual([{ token, format: 'zip' }]);
    screen.getByRole('button', { name: /^Excel workbook/ });
  });

  const outcomes: Record<CallData<'delivery'>['progress'], string> = {
    waiting:
      'The data are not ready yetAs soon as they are, we will send the password of the copy for Workshop Ltd to workshop@example.com. Then open this link again to download it.',
    ready:
      'Your copy of the data is readyThe file opens with the password that we sent to workshop@example.com.You can download the file until 27 November 2026 at 11:00 (Central European Time).',
    suspended:
      'The sharing of the data is suspendedAgreed measures that protect trade secrets are not kept (Art. 5(10) of the Data Act). Once the data holder shares the data again, this link opens them again.',
    empty: 'There are no data for this request',
    over: 'The report is no longer kept',
  };
  const progresses = Object.keys(outcomes) as (keyof typeof outcomes)[];

  test.each(progresses)('shows a confirmed recipient the state «%s»', async (progress) => {
    const sharedUntil = at('2026-11-27T10:00:00Z');
    openPage(`/delivery#${token}`, {
      delivery: delivery({ provedAt: 1, progress, sharedUntil }),
    });
    const page = await pageOf('Vehicle data shared with you');
    expect(textOf(page)).toContain(outcomes[progress]);
    expect(offeredIn(page)).toEqual([]);
    expect(factsIn(page)).toEqual({
      'Shared by': 'Anna Nowak',
      'Data recipient': 'Workshop Ltd',
      'E-mail address': 'workshop@example.com',
      'Data purpose': 'Repair and maintenance',
      'Data types': 'Trips and usage',
      From: '1 January 2026 at 01:00 (Central European Time)',
      To: '1 February 2026 at 01:00 (Central European Time)',
      'Shared until': '27 November 2026 at 11:00 (Central European Time)',
      'Data holder': 'Example Motors',
      'Application number': NUMBER,
    });
  });

  test.each(['', '#content', `#${token}`])(
    'says for the fragment «%s» that the link no longer works',
    async (hash) => {
      openPage(`/delivery${hash}`, {
        delivery: rejected(codes.notFound, 'There is no such thing.'),
      });
      await screen.findByText('This link no longer works');
    },
  );
});
