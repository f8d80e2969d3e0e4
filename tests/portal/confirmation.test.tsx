import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { attach, choose, fill, press } from '#tests/components/filling.ts';
import { APPLICATION, HOME, openApplication } from '#tests/components/open-application.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { body, owner } from '#tests/components/people.ts';
import { factsIn, itemsOf, linksIn, offeredIn, pageOf, textOf } from '#tests/components/reading.ts';
import { afterSending, listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import { answerWith } from '#tests/components/stub-calls.ts';

const open = (record: ApplicationRecord, query = '', user = owner) =>
  openPage(`${APPLICATION}/filed${query}`, { applicationDetails: record }, user);
const openStatus = (record: ApplicationRecord) =>
  openPage(`${HOME}/public-sector/status?number=${NUMBER}`, { applicationDetails: record }, body);

/** What happens next, in order, without the list of stops. */
const stepsIn = (page: HTMLElement) => {
  const lists = within(page).getAllByRole('list');
  return itemsOf(lists.find((list) => !list.hasAttribute('aria-label')) as HTMLElement);
};
const ASK =
  'If we need more information, we will e-mail you. You can then add it under “Supplementary information”.';

describe('the confirmation', () => {
  test('of an application shows number, date, address, due date and next steps', async () => {
    open(recordOf());
    const page = await pageOf('Your application is filed');
    expect(textOf(page)).toContain(`Application number${NUMBER}`);
    expect(factsIn(page)).toEqual({
      'Sent on': '18 November 2026 at 00:30',
      'Our e-mails about it go to': owner.email,
    });
    expect(stepsIn(page)).toEqual([
      'The data holder is checking whether you have the right to these data.',
      ASK,
      'Once we have confirmed your right, we will e-mail you and ask which data you want.',
    ]);
    expect(textOf(page)).toContain('The data holder aims to answer by 17 December 2026.');
    expect(textOf(page)).toContain('Nothing to do for you now');
    expect(linksIn(page)).toEqual({
      'See the application': APPLICATION,
      'Back to my applications': HOME,
    });
    expect(offeredIn(page).slice(0, 2)).toEqual(['Copy', 'Print']);
  });

  test.each([
    [
      'a data request',
      'Your data request is sent',
      ['dataRequest.awaited', 'data.request', 'dataRequest.underReview'],
      [
        'The data holder is checking your data request.',
        ASK,
        'Once it is approved, we will e-mail you the password of your file. You download the file from the page of your application.',
      ],
    ],
    [
      'a supplement',
      'Your information is sent',
      ['qualification.informationRequired', 'information.supply', 'qualification.underReview'],
      ['The data holder is checking what you added.', ASK, 'We will e-mail you the decision.'],
    ],
  ] as const)(
    'of %s shows the same facts, with an address to confirm',
    async (_, title, [before, event, after], steps) => {
      const sent = afterSending(recordOf('personal', before), event, after);
      open({ ...sent, unconfirmedContact: 'me@example.eu' }, '?revision=4');
      const page = await pageOf(title);
      expect(factsIn(page)).toEqual({
        'Sent on': '20 November 2026 at 10:05',
        'Our e-mails about it go to': owner.email,
      });
      expect(stepsIn(page)).toEqual(steps);
      expect(textOf(page)).toContain('The data holder aims to answer by 17 December 2026.');
      expect(textOf(page)).toContain('The contact e-mail address is not confirmed yet');
      expect(textOf(page)).not.toContain('Nothing to do for you now');
    },
  );

  test('of an application for a third party without an address asks for it', async () => {
    open({ ...recordOf(), isForThirdParty: true });
    const page = await pageOf('Your application is filed');
    expect(textOf(page)).not.toContain('Nothing to do for you now');
    expect(linksIn(page)).toMatchObject({ 'Name the recipient': `${APPLICATION}#recipient` });
  });

  test('opened later shows what applies now', async () => {
    open(recordOf('personal', 'dataRequest.awaited'));
    const page = await pageOf('Your application is filed');
    expect(textOf(page)).toContain('We have confirmed your right to ask for data.');
    expect(textOf(page)).not.toContain('The data holder is checking');
    expect(linksIn(page)).toMatchObject({ 'Request data': `${APPLICATION}/data-request` });
  });

  test.each(['?revision=1', '?revision=99', '?revision=x'])(
    'of a revision that is no step of the requester (%s) does not exist',
    async (query) => {
      const reviewed = recordOf();
      const entry = { ...reviewed.history[0], revision: 1, role: 'reviewer' } as never;
      open({ ...reviewed, history: [...reviewed.history, entry] }, query);
      await pageOf('Page does not exist');
    },
  );

  test('of a public-sector body shows the clock of the law', {
    tags: ['2-public-status'],
  }, async () => {
    openStatus(recordOf('public'));
    const page = await pageOf('Your request is received');
    expect(textOf(page)).toContain(`Application number${NUMBER}`);
    expect(factsIn(page)).toEqual({
      'Sent on': '18 November 2026 at 00:30',
      'Our e-mails about it go to': body.email,
    });
    expect(textOf(page)).toContain(
      'the data holder has 5 working days from its receipt, until 26 November 2026',
    );
    expect(textOf(page)).toContain('The data holder is checking your request.');
    expect(itemsOf(within(page).getByRole('list', { name: 'Progress' }))).toHaveLength(3);
    expect(linksIn(page)).toMatchObject({ 'See the request': APPLICATION });
    expect(within(page).queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  });

  test('without a number redirects to the form', async () => {
    openPage(`${HOME}/public-sector/status`, { history: listOf() }, body);
    await pageOf('The public sector body');
    expect(addressNow()).toBe(`${HOME}/public-sector`);
  });
});

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
