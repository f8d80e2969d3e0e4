import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { stopIntervals } from '#tests/components/open-page.tsx';
import { pageOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { NUMBER, personal, recordOf, reportIn } from '#tests/components/records.ts';
import { answerWith, headersOf, rejected, sentTo } from '#tests/components/stub-calls.ts';

const unconfirmedContact = 'partner@example.com';
const title = 'The contact e-mail address is not confirmed yet';
const requested = (others: Partial<ApplicationRecord> = { unconfirmedContact }) =>
  recordOf('personal', 'dataRequest.underReview', others);

describe('an unconfirmed contact address', () => {
  test('is confirmed with an e-mailed code', async () => {
    const user = openApplication(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: null,
    });
    const notice = await screen.findByText(title);
    expect(textOf(notice.closest('[role]'))).toContain(
      `Until ${unconfirmedContact} is confirmed, the password of the file is sent only to the address you sign in with.`,
    );
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Verification code');
    expect(document.activeElement).toBe(field);
    screen.getByRole('button', { name: 'Resend' });
    await user.type(field, '12 34 5{Enter}');
    await screen.findByText('The verification code has 6 digits');
    answerWith({ applicationDetails: requested({}) });
    await user.type(field, '6{Enter}');
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(sentTo('sendContactCode')).toEqual([{ applicationNumber: NUMBER }]);
    expect(sentTo('confirmContact')).toEqual([{ applicationNumber: NUMBER, code: '123456' }]);
  });

  test('stays unconfirmed after a wrong code', async () => {
    const user = openApplication(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: rejected(codes.wrongCode, 'Wrong. 4 tries are left.', { triesLeft: 4 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Verification code');
    await user.type(field, '123456{Enter}');
    await screen.findByText('Wrong. 4 tries are left.');
    screen.getByText(title);
  });

  test('is not mentioned when no report will follow', async () => {
    openApplication(recordOf('personal', 'terminated.byHolder', { unconfirmedContact }));
    await pageOf('Insurance');
    expect(screen.queryByText(title)).toBeNull();
  });

  test('receives no password, and the page says which address does', async () => {
    const report = reportIn('queued');
    openApplication(recordOf('personal', 'approved', { report, unconfirmedContact }));
    expect(textOf(await sectionOf('Generating file… check your e-mail'))).toContain(
      'The password of the file is sent to the address you sign in with.',
    );
  });
});

describe('a vehicle that is no longer linked', () => {
  const linkTitle = 'The vehicle is no longer linked to your account';
  // Past midnight in Warsaw.
  const linkEndedAt = Date.parse('2026-11-18T23:30:00Z');

  test.each([
    ['dataRequest.awaited', {}],
    ['approved', { reportState: 'queued' }],
  ] as const)('is mentioned in %s with %o', async (state, others) => {
    openApplication(recordOf('personal', state, { linkEndedAt, ...others }));
    const notice = (await screen.findByText(linkTitle)).closest('[role=alert]');
    expect(textOf(notice)).toBe(
      `${linkTitle}The link ended on 19 November 2026 at 00:30. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.If the vehicle is still yours, please link it again in the vehicle app.`,
    );
  });

  test('is mentioned to a third party with the data holder’s address', async () => {
    openApplication(
      recordOf('personal', 'dataRequest.awaited', {
        linkEndedAt,
        ...(personal && { personal: { ...personal, onBehalfOf: 'user@example.eu' } }),
      }),
    );
    const notice = textOf((await screen.findByText(linkTitle)).closest('[role=alert]'));
    expect(notice).toContain('If the user still consents, write to');
    expect(notice).not.toContain('vehicle app');
    expect(textOf(await pageOf('Insurance'))).toContain('for Twizy, on behalf of user@example.eu');
  });

  test('is not mentioned once the data are delivered, nor is the contact address', async () => {
    const report = reportIn('delivered');
    openApplication(recordOf('personal', 'approved', { report, linkEndedAt, unconfirmedContact }));
    await screen.findByRole('heading', { name: 'Your data are ready' });
    expect(screen.queryByText(linkTitle)).toBeNull();
    expect(screen.queryByText(title)).toBeNull();
  });

  test.each([
    ['terminated.byHolder', linkEndedAt],
    ['dataRequest.awaited', null],
  ] as const)('is not mentioned in %s (end of the link: %s)', async (state, ended) => {
    openApplication(recordOf('personal', state, { linkEndedAt: ended }));
    await pageOf('Insurance');
    expect(screen.queryByText(linkTitle)).toBeNull();
  });
});

describe('a report', () => {
  test.each([
    ['while the vehicle is linked', {}, {}, true],
    ['not after the link has ended', { linkEndedAt: 1 }, {}, false],
    ['not more than three times', {}, { regenerations: 3 }, false],
  ])('can be generated again: %s', async (_, others, report, isOffered) => {
    openApplication(
      recordOf('personal', 'approved', { report: reportIn('delivered', report), ...others }),
    );
    await screen.findByRole('heading', { name: 'Your data are ready' });
    const again = screen.queryByRole('button', { name: 'Generate the report again' });
    expect(again !== null).toBe(isOffered);
  });

  test('in progress is polled by unattended calls', async () => {
    stopIntervals();
    openApplication(recordOf('personal', 'approved', { report: reportIn('queued') }));
    await screen.findByText('Generating file… check your e-mail');
    const unattended = () => headersOf('applicationDetails').get('unattended');
    expect(unattended()).toBeNull();
    answerWith({
      applicationDetails: recordOf('personal', 'approved', { report: reportIn('delivered') }),
    });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await screen.findByText('Your data are ready');
    expect(unattended()).toBe('1');
    // A loaded report is polled less often.
    const before = sentTo('applicationDetails').length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sentTo('applicationDetails')).toHaveLength(before);
  });
});
