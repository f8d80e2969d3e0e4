import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { pageOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { NUMBER, recordOf } from '#tests/components/records.ts';
import { type Answers, answerWith, refused, sentTo } from '#tests/components/stub-calls.ts';

const unconfirmedContact = 'partner@example.com';
const title = 'The contact e-mail address is not confirmed yet';
const open = (record: ApplicationRecord, answers: Answers = {}) =>
  openPage(
    `/home/data-acquisition/applications/${NUMBER}`,
    { applicationDetails: record, ...answers },
    owner,
  );
const requested = (others: Partial<ApplicationRecord> = { unconfirmedContact }) =>
  recordOf('personal', 'dataRequest.underReview', others);

describe('a contact address that nobody has confirmed', () => {
  test('is confirmed by the code that was mailed there', async () => {
    const user = open(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: null,
    });
    const notice = await screen.findByText(title);
    expect(textOf(notice.parentElement)).toContain(
      `Until ${unconfirmedContact} is confirmed, the password of the file is sent only to the address you sign in with.`,
    );
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Verification code');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('button', { name: 'Resend' })).toBeTruthy();
    await user.type(field, '12 34 5{Enter}');
    expect(await screen.findByText('The verification code has 6 digits')).toBeTruthy();
    answerWith({ applicationDetails: requested({}) });
    await user.type(field, '6{Enter}');
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(sentTo('sendContactCode')).toEqual([{ applicationNumber: NUMBER }]);
    expect(sentTo('confirmContact')).toEqual([{ applicationNumber: NUMBER, code: '123456' }]);
  });

  test('stays so after a wrong code, of which the reader is told', async () => {
    const user = open(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: refused(codes.wrongCode, 'Wrong. 4 tries are left.', { triesLeft: 4 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await user.type(await screen.findByLabelText('Verification code'), '123456{Enter}');
    expect(await screen.findByText('Wrong. 4 tries are left.')).toBeTruthy();
    expect(screen.getByText(title)).toBeTruthy();
  });

  test('is not asked about where no report follows any more, nor without one', async () => {
    open(recordOf('personal', 'terminated.byHolder', { unconfirmedContact }));
    await pageOf(/Application/);
    expect(screen.queryByText(title)).toBeNull();
  });

  test('has the report’s password go to the own address, and the page says so', async () => {
    const report = {
      state: 'queued',
      reason: null,
      attempts: 0,
      regenerations: 0,
      maxRegenerations: 3,
      updatedAt: 0,
      keptUntil: null,
      rows: null,
      size: null,
    } as const;
    open(recordOf('personal', 'approved', { report, unconfirmedContact }));
    expect(textOf(await sectionOf('Report'))).toContain(
      'The password of the file is sent to the address you sign in with.',
    );
  });
});
