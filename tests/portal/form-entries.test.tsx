import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agree, attach, choose, fill, pick, press, set, write } from '#tests/components/filling.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { pageOf } from '#tests/components/reading.ts';
import { afterSending, listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import { answerWith } from '#tests/components/stub-calls.ts';

const HOME = '/home/data-acquisition';
const APPLICATION = `${HOME}/applications/${NUMBER}`;
const PROOF = 'Vehicle proof, for example the registration certificate or the lease';

async function beginApplication() {
  const user = openPage(
    HOME,
    {
      history: listOf(summaryOf()),
      personQualificationReview: { applicationNumber: NUMBER, revision: 0 },
      applicationDetails: recordOf(),
    },
    owner,
  );
  await user.click(await screen.findByRole('link', { name: 'New application' }));
  await fill(user, [choose('Vehicle', 'Zoe'), attach(PROOF, 'registration.pdf')]);
  await press(user, 'Continue');
  await pageOf('About you');
  return user;
}

test('Back from a filed application leads to the page before the form', async () => {
  const user = await beginApplication();
  await fill(user, [
    write('First name', 'Anna'),
    write('Last name', 'Nowak'),
    set('Date of birth', '1985-04-02'),
    write('Phone number', '+48 600 100 200'),
    write('Contact address', 'ul. Długa 7'),
    write('Post code', '31-147'),
    write('City', 'Kraków'),
    pick('Country or region', 'Poland'),
  ]);
  await press(user, 'Continue');
  await pageOf('Check your answers');
  await fill(user, [agree(/^I accept the user agreement/)]);
  await press(user, 'Send the application');
  await pageOf('Your application is filed');
  history.back();
  await pageOf('My applications');
  expect(addressNow()).toBe(HOME);
});

test('Back from an abandoned application leads to the page before the form', async () => {
  const user = await beginApplication();
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
  const user = openPage(
    APPLICATION,
    {
      applicationDetails: record,
      personDataApplication: () => {
        const sent = afterSending(record, 'data.request', 'dataRequest.underReview');
        answerWith({ applicationDetails: sent });
        return { applicationNumber: NUMBER, revision: 4 };
      },
    },
    owner,
  );
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
