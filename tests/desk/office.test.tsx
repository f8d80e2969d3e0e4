import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import FiguresPage from '#desk/figures/figures-page.tsx';
import MailsPage from '#desk/mails/mails-page.tsx';
import * as paperPages from '#desk/papers/paper-pages.ts';
import SettingsPage from '#desk/settings/settings-page.tsx';
import { choose, fill, pick, set, tick } from '#tests/components/filling.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { lead, reviewer } from '#tests/components/people.ts';
import { itemsOf, linksIn, pageOf, rowsOf, sectionOf, textOf } from '#tests/components/reading.ts';
import { caseOf, files, NUMBER } from '#tests/components/records.ts';
import { sendTwice } from '#tests/components/send-rejected.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  file,
  rejected,
  savedFiles,
  sentTo,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { figures, MAIL, operation, SCAN, settings } from './page-data.ts';

describe('the settings', () => {
  const openSettings = (answers: Answers = {}, user = lead) =>
    showAtDesk(
      <SettingsPage />,
      { deskSettingsRead: settings, deskSettingsChange: null, ...answers },
      user,
    );

  test('are saved, and only changed settings are sent', async () => {
    const user = openSettings();
    await pageOf('Settings of the desk');
    await fill(user, [
      set('Service goal, in days', '21'),
      set('Time for a data request, in days', '15'),
      set('Time to download the data, in days', '31'),
      set('Reminder, in days before a date', '4'),
      pick('Country whose public holidays count', 'Belgium'),
      tick(
        'Second opinion before an approval',
        'Applications of users',
        'Applications for third parties',
        'Requests of public sector bodies',
      ),
      choose('Starting a review', 'Does not take the application'),
      set('Mailbox of the desk (optional)', ''),
      set('Mailbox of the competent authority (optional)', 'a@example.eu'),
    ]);
    const changed = {
      serviceGoalDays: 21,
      answerDays: 15,
      reportDays: 31,
      remindDays: 4,
      holidays: 'BE',
      fourEyes: ['thirdParty', 'publicBody'] as ('thirdParty' | 'publicBody')[],
      startAssigns: false,
      deskMailbox: null,
      authorityMailbox: 'a@example.eu',
    };
    answerWith({ deskSettingsRead: { ...settings, values: changed } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The settings are saved.');
    expect(sentTo('deskSettingsChange')).toEqual([changed]);
    await fill(user, [set('Reminder, in days before a date', '5')]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentTo('deskSettingsChange')[1]).toEqual({ remindDays: 5 }));
  });

  test('name the field in each error', async () => {
    const user = openSettings();
    await fill(user, [
      set('Service goal, in days', '0'),
      set('Reminder, in days before a date', ''),
      pick('Country whose public holidays count', 'Choose…'),
      set('Mailbox of the desk (optional)', 'desk'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const summary = await screen.findByRole('region', { name: 'There is a problem' });
    expect(itemsOf(within(summary).getByRole('list'))).toEqual([
      'Service goal, in days: enter a whole number from 1 to 3650',
      'Reminder, in days before a date: enter a whole number from 1 to 3650',
      'Choose a country',
      'Mailbox of the desk: enter it like name@example.eu',
    ]);
    expect(sentTo('deskSettingsChange')).toEqual([]);
  });
});

describe('the papers', () => {
  test('begin with the first file without a password, and mark the other file', async () => {
    const locked = { ...files.proof, marks: ['password' as const] };
    const user = openPage(
      `/desk/applications/${NUMBER}`,
      {
        deskApplication: caseOf('personal', 'qualification.underReview', {
          files: [locked, files.answer],
        }),
        file: file('x', files.answer.name),
      },
      reviewer,
    );
    const shown = await screen.findByRole('region', { name: `File: ${files.answer.name}` });
    const tabs = within(shown).getByRole('navigation', { name: 'Files' });
    expect(within(tabs).getAllByRole('button').map(textOf)).toEqual([
      'registration.pdf needs a password',
      'lease.png Added later',
    ]);
    vi.spyOn(paperPages, 'openPaper').mockRejectedValueOnce(new Error('Damaged'));
    await user.click(within(tabs).getByRole('button', { name: /^registration/ }));
    await screen.findByText('This file needs a password');
    await user.keyboard('f');
    await screen.findByRole('region', { name: `File: ${files.answer.name}` });
    await user.keyboard('g');
    await screen.findByRole('region', { name: `File: ${files.proof.name}` });
  });

  test('are listed once each, and the first one that can be drawn is shown', async () => {
    const saved = savedFiles();
    const record = caseOf('personal', 'qualification.underReview', {
      files: [files.proof, files.answer],
      supplements: [{ at: 0, text: 'Here it is.', files: [files.answer.fileId], changes: [] }],
    });
    const user = openPage(
      `/desk/applications/${NUMBER}`,
      { deskApplication: record, file: file('x', files.proof.name) },
      reviewer,
    );
    const shown = await screen.findByRole('region', { name: `File: ${files.proof.name}` });
    await within(shown).findByRole('img', { name: 'Page 1 of 1' });
    for (const { name } of [files.proof, files.answer])
      expect(screen.getAllByRole('button', { name: `Show ${name}` })).toHaveLength(1);
    const vehicle = await sectionOf('Vehicle information');
    const show = within(vehicle).getByRole('button', { name: `Show ${files.proof.name}` });
    expect(show.getAttribute('aria-pressed')).toBe('true');
    await user.click(within(vehicle).getByRole('button', { name: `Download ${files.proof.name}` }));
    await waitFor(() => expect(saved).toEqual([files.proof.name]));

    answerWith({ file: rejected(404, 'It is gone.') });
    await user.click(screen.getByRole('button', { name: `Show ${files.answer.name}` }));
    const other = await screen.findByRole('region', { name: `File: ${files.answer.name}` });
    await within(other).findByText('This file cannot be shown');
    within(other).getByRole('button', { name: 'Download' });
    expect(textOf(other)).toContain('Download it and open it with another program, with care.');
    expect(document.activeElement).toBe(other);
    expect(sentTo('file').at(-1)).toEqual({ fileId: files.answer.fileId });
  });
});

test('a reviewer chooses one e-mail an hour and sees how many wait', async () => {
  const user = showAtDesk(<MailsPage />, { deskMails: { frequency: 'atOnce', waiting: 2 } });
  await user.click(await screen.findByRole('radio', { name: /^Once an hour/ }));
  screen.getByText('2 e-mails wait for the next full hour.');
  const saved = { deskMailsChange: null };
  expect(await sendTwice(user, 'deskMailsChange', 'Save', 'Your choice is saved.', saved)).toEqual([
    { frequency: 'hourly' },
  ]);
});

test.each([
  [0, null],
  [1, '1 e-mail waits for the next full hour.'],
])('with %d waiting e-mails the page shows the text %j', async (waiting, words) => {
  showAtDesk(<MailsPage />, { deskMails: { frequency: 'hourly', waiting } });
  const chosen = await screen.findByRole('radio', { name: /^Once an hour/ });
  expect((chosen as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByText(/wait.* full hour/)?.textContent ?? null).toBe(words);
});

const button = (name: string) => screen.findByRole('button', { name });

test('a lead retries failed work and gives up a mail', async () => {
  const user = openPage('/desk/operation', operation, lead);
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
  await user.click(await button(`Give up Wniosek zatwierdzony ${NUMBER}`));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Wniosek zatwierdzony').lang).toBe('pl');
  const state = operation.operationState as CallData<'operationState'>;
  answerWith({ operationState: { ...state, failed: state.failed.slice(1) } });
  await user.click(within(dialog).getByRole('button', { name: 'Give up' }));
  await waitFor(() => expect(sentTo('operationGiveUp')).toEqual([{ id: MAIL }]));
  // The page is loaded again.
  await waitFor(() => expect(sentTo('operationState')).toHaveLength(4));
  await screen.findByText('The e-mail is given up.');
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('failed work is listed when nothing waits', async () => {
  const [failed] = (operation.operationState as CallData<'operationState'>).failed;
  const state = { mailHeldSince: null, kinds: [], failed: failed ? [failed] : [] };
  openPage('/desk/operation', { operationState: state }, lead);
  await screen.findByText('No work is waiting.');
  expect(rowsOf(screen.getByRole('table'))[1]?.[0]).toBe('Wniosek zatwierdzony');
  expect(screen.queryByText('No work has failed.')).toBeNull();
});

const openFigures = (search = '', answers: Answers = {}) =>
  showAtDesk(
    <main>
      <FiguresPage />
    </main>,
    { officeFigures: figures, deskGrounds: [], ...answers },
    lead,
    `/desk/figures${search}`,
  );
test.each(['from', 'to'])(
  'with a date (%s) nothing links to the queue, which has no filter by date',
  async (name) => {
    openFigures(`?${name}=2026-11-01`);
    await screen.findByRole('table', { name: 'By age' });
    expect(Object.values(linksIn(screen.getByRole('main'))).join(' ')).not.toContain('overdue');
    expect(screen.getByText('Overdue', { selector: 'dt' }).nextSibling?.textContent).toBe('4');
  },
);

test('the filter is stored in the URL', async () => {
  const user = openFigures('?from=2026-11-01&to=2026-11-19');
  await user.selectOptions(await screen.findByLabelText('Kind'), 'Public sector bodies');
  await waitFor(() =>
    expect(sentTo('officeFigures').at(-1)).toEqual({
      from: '2026-11-01',
      to: '2026-11-19',
      kind: 'public',
    }),
  );
  expect(addressNow()).toBe('/desk/figures?from=2026-11-01&to=2026-11-19&kind=public');
  await user.selectOptions(screen.getByLabelText('Kind'), 'All');
  await waitFor(() => expect(addressNow()).toBe('/desk/figures?from=2026-11-01&to=2026-11-19'));
});
