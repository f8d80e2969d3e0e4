import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { attach, choose, fill, press } from '#tests/components/filling.ts';
import { APPLICATION, HOME, openApplication } from '#tests/components/open-application.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { pageOf } from '#tests/components/reading.ts';
import { afterSending, listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import { answerWith } from '#tests/components/stub-calls.ts';

const PROOF = 'Vehicle proof, for example the registration certificate or the lease';

test('Back from an abandoned application leads to the page before the form', async () => {
  const answers = { history: listOf(summaryOf()), applicationDetails: recordOf() };
  const user = openPage(HOME, answers, owner);
  await user.click(await screen.findByRole('link', { name: 'New application' }));
  await fill(user, [choose('Vehicle', 'Zoe'), attach(PROOF, 'registration.pdf')]);
  await press(user, 'Continue');
  await pageOf('About you');
  await press(user, 'Cancel the application');
  const dialog = await screen.findByRole('dialog', { name: 'Abandon the data application?' });
  await user.click(within(dialog).getByRole('button', { name: 'Abandon' }));
  await pageOf('My applications');
  history.back();
  await waitFor(() => expect(history.state.idx).toBe(0));
  await pageOf('My applications');
});

test('Back from a sent data request leads to the application', async () => {
  const record = recordOf('personal', 'dataRequest.awaited');
  const user = openApplication(record, {
    personDataApplication: () => {
      const sent = afterSending(record, 'data.request', 'dataRequest.underReview');
      answerWith({ applicationDetails: sent });
      return { applicationNumber: NUMBER, revision: 4 };
    },
  });
  await user.click(await screen.findByRole('link', { name: 'Request data' }));
  await fill(user, [choose('Data masking', 'Yes, mask the data')]);
  await press(user, 'Continue');
  await pageOf('Check your answers');
  await press(user, 'Send the data request');
  await pageOf('Your data request is sent');
  history.back();
  await waitFor(() => expect(addressNow()).toBe(APPLICATION));
  await pageOf('Insurance');
});
