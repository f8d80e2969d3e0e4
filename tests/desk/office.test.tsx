import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { auditActions } from '#contract/audit.ts';
import { codes } from '#contract/codes.ts';
import AuditPage from '#desk/audit/audit-page.tsx';
import FiguresPage from '#desk/figures/figures-page.tsx';
import MailsPage from '#desk/mails/mails-page.tsx';
import * as paperPages from '#desk/papers/paper-pages.ts';
import SettingsPage from '#desk/settings/settings-page.tsx';
import { choose, fill, pick, set, tick, write } from '#tests/components/filling.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { auditor, lead, memberOf, reviewer } from '#tests/components/people.ts';
import {
  itemsOf,
  linksIn,
  pageOf,
  rowsOf,
  sectionOf,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import { caseOf, emptyQueue, files, listOf, NUMBER } from '#tests/components/records.ts';
import { sendRejected } from '#tests/components/send-rejected.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import { type Answers, answerWith, file, rejected, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { figures, MAIL, operation, SCAN, settings, setUpState } from './page-data.ts';

const at = (time: string) => Date.parse(time);

describe('the audit log', () => {
  const entry = (others: Partial<CallData<'auditTrail'>['items'][number]> = {}) => ({
    seq: 7,
    at: at('2026-11-19T23:30:00Z'),
    actor: 'rita@example.eu',
    action: 'application.open',
    applicationNumber: NUMBER,
    requester: 'anna@example.eu',
    detail: null,
    ...others,
  });
  const openLog = (search = '', answers: Answers = {}, user = auditor) =>
    showAtDesk(
      <AuditPage />,
      { auditTrail: { total: 41, items: [entry()] }, ...answers },
      user,
      `/desk/audit${search}`,
    );
  const press = async (user: ReturnType<typeof openLog>, name: string) =>
    user.click(await screen.findByRole('button', { name }));

  test('has a text for every action and actor, and for actions of earlier releases', async () => {
    openLog('', {
      auditTrail: {
        total: auditActions.length + 1,
        items: ['unheard.of', ...auditActions].map((action, seq) => entry({ seq, action })),
      },
    });
    const [, unknown, ...rows] = rowsOf(await screen.findByRole('table'));
    expect(unknown?.[2]).toBe('Action of an earlier release');
    const actions = rows.map((row) => row[2]);
    expect(actions.filter((words) => /^\w+\.\w+$/.test(words ?? ''))).toEqual([]);
    expect(new Set(actions).size).toBe(auditActions.length);
  });

  test('names each actor', async () => {
    const actors = {
      portal: 'The portal',
      'command line': 'Server console',
      'company sign-in': 'Company sign-in',
      recipient: 'Recipient of the data',
      'not signed in': 'Not signed in',
      requester: 'Requester, erased',
      'rita@example.eu': 'rita@example.eu',
    };
    const items = Object.keys(actors).map((actor, seq) => entry({ actor, seq }));
    openLog('', { auditTrail: { total: items.length, items } });
    const [, ...rows] = rowsOf(await screen.findByRole('table'));
    expect(rows.map((row) => row[1])).toEqual(Object.values(actors));
  });

  test('offers the actions in groups, each action once', async () => {
    openLog();
    const field = await screen.findByLabelText<HTMLSelectElement>('What');
    const groups = within(field).getAllByRole('group') as HTMLOptGroupElement[];
    expect(groups.map(({ label }) => label)).toEqual([
      'Applications',
      'Decisions',
      'Notices, disputes and quotes',
      'Copies for recipients',
      'Live access',
      'Sign-in',
      'Staff',
      'Settings and operation',
    ]);
    const grouped = groups.flatMap((group) => within(group).getAllByRole('option'));
    const values = grouped.map((option) => (option as HTMLOptionElement).value);
    expect(values.toSorted()).toEqual([...new Set<string>(auditActions)].toSorted());
  });

  test('is filtered by every field, from page 1 on, with days in the reader’s time zone', async () => {
    const user = openLog('?page=3', { staffList: [memberOf(reviewer)] });
    await waitFor(() => expect(sentTo('auditTrail')).toEqual([{ page: 3, pageSize: 20 }]));
    await fill(user, [
      set('Whose data (e-mail)', 'anna@example.eu'),
      set('Who acted', 'rita@example.eu'),
      write('Application number', NUMBER.toLowerCase()),
      pick('What', 'File opened'),
      set('From', '2026-11-01'),
      set('To', '2026-11-19'),
    ]);
    await press(user, 'Show');
    const address =
      '?actor=rita%40example.eu&requester=anna%40example.eu&applicationNumber=vd-20261120-4k7q2m';
    expect(addressNow()).toContain(`/desk/audit${address}&action=file.open`);
    await waitFor(() =>
      expect(sentTo('auditTrail').at(-1)).toEqual({
        actor: 'rita@example.eu',
        requester: 'anna@example.eu',
        applicationNumber: NUMBER,
        action: 'file.open',
        from: '2026-10-31T23:00:00.000Z',
        to: '2026-11-19T23:00:00.000Z',
        page: 1,
        pageSize: 20,
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Show everything' }));
    await waitFor(() => expect(sentTo('auditTrail').at(-1)).toEqual({ page: 1, pageSize: 20 }));
    expect(typedIn(screen.getByLabelText('From'))).toBe('');
    expect(screen.queryByRole('link', { name: 'Show everything' })).toBeNull();
  });

  test('shows invalid fields of the filter', async () => {
    const user = openLog('?from=yesterday');
    // An invalid day is ignored.
    await waitFor(() => expect(sentTo('auditTrail')).toEqual([{ page: 1, pageSize: 20 }]));
    await fill(user, [set('Whose data (e-mail)', 'anna'), write('Application number', '12')]);
    await press(user, 'Show');
    expect(
      screen.getByText(
        'Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @',
      ),
    ).toBeTruthy();
    expect(screen.getByText('A number looks like VD-20261120-4K7Q2M')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Whose data (e-mail)'));
    expect(addressNow()).toBe('/desk/audit?from=yesterday');
  });

  test.each([
    ['Export as CSV', 'csv'],
    ['Export as JSON Lines', 'jsonl'],
  ])('%s exports the filtered entries', async (name, format) => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = openLog('?actor=rita%40example.eu', { auditExport: file('log', `log.${format}`) });
    await press(user, name);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(sentTo('auditExport')).toEqual([{ format, actor: 'rita@example.eu' }]);
    saved.mockRestore();
  });
});

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
    expect(await screen.findByText('The settings are saved.')).toBeTruthy();
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

describe('the second factor', () => {
  const queue = {
    deskQueue: emptyQueue,
  };
  const give = (answers: Answers) =>
    openPage(
      '/desk',
      { ...queue, secondFactorState: setUpState, ...answers },
      { ...reviewer, secondFactor: 'code' },
    );
  const press = async (user: ReturnType<typeof give>, name: string) =>
    user.click(await screen.findByRole('button', { name }));

  test('is given by a code of the app', async () => {
    const user = give({ secondFactorGive: null });
    const field = await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
    expect(document.activeElement).toBe(field);
    expect(textOf(await pageOf('Your second factor'))).toContain(
      'the sign-in of rita@example.eu has a second step.',
    );
    await press(user, 'Continue');
    expect(screen.getByText('Enter the code that the app shows')).toBeTruthy();
    await user.type(field, '12 345');
    await press(user, 'Continue');
    expect(screen.getByText('The code has 6 digits')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '123 456');
    answerWith({ currentUser: reviewer });
    await press(user, 'Continue');
    await pageOf(/^We need to act/);
    expect(sentTo('secondFactorGive')).toEqual([{ code: '123456' }]);
  });

  test('is given by a recovery code, and says how many are left', async () => {
    const user = give({
      secondFactorGive: null,
      secondFactorState: { ...setUpState, recoveryCodesLeft: 6 },
    });
    await press(user, 'Use a recovery code');
    const field = screen.getByRole('textbox', { name: 'Recovery code' });
    await user.type(field, 'abc');
    await press(user, 'Continue');
    expect(
      screen.getByText(
        'A recovery code has five groups of five letters or digits with hyphens between them',
      ),
    ).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'ABCDE FGH23 ABCDE FGH23 ABCDE');
    answerWith({ currentUser: reviewer });
    await press(user, 'Continue');
    expect(await screen.findByText('This recovery code is used up. Codes left: 6')).toBeTruthy();
    expect(sentTo('secondFactorGive')).toEqual([{ code: 'abcde-fgh23-abcde-fgh23-abcde' }]);
  });

  test('shows the server’s rejection and empties the field', async () => {
    const user = give({
      secondFactorGive: rejected(codes.locked, 'Too many wrong codes.', {
        lockedUntil: at('2026-11-20T10:00:00Z'),
      }),
    });
    const field = await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
    await user.type(field, '123456');
    await press(user, 'Continue');
    expect(textOf(await screen.findByText('Too many wrong codes.'))).toBeTruthy();
    expect(
      screen.getByText('Until 20 November 2026 at 11:00. A lead can unlock you sooner.'),
    ).toBeTruthy();
    expect(typedIn(field)).toBe('');
    await user.type(field, '12');
    await press(user, 'Use a recovery code');
    const other = await screen.findByRole('textbox', { name: 'Recovery code' });
    expect(typedIn(other)).toBe('');
    expect(document.activeElement).toBe(other);
    expect(screen.queryByText('Too many wrong codes.')).toBeNull();
    await press(user, 'Use the authenticator app');
    await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
  });

  const setUp = (answers: Answers = {}, user = { ...reviewer, secondFactor: 'setUp' as const }) =>
    openPage(
      '/desk/second-factor/set-up',
      {
        ...queue,
        secondFactorBegin: { secret: 'abcdefgh', uri: 'otpauth://totp/x', svg: '<svg/>' },
        secondFactorConfirm: { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] },
        ...answers,
      },
      user,
    );

  test('is set up by scanning, confirming and saving the codes', async () => {
    const user = setUp();
    const page = await pageOf('Set up your second factor');
    expect(textOf(page)).not.toContain('stop working once the new one is confirmed');
    await press(user, 'I have an app: start');
    await screen.findByRole('img', { name: /QR code to scan/ });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    expect(linksIn(page)).toEqual({ 'Open in an app on this device': 'otpauth://totp/x' });
    expect(document.activeElement?.textContent).toBe('Add the portal to the app');
    await user.type(
      screen.getByRole('textbox', { name: 'Code of your authenticator app' }),
      '123456',
    );
    await press(user, 'Confirm');
    await pageOf('Save your recovery codes');
    expect(sentTo('secondFactorConfirm')).toEqual([{ code: '123456' }]);
    expect(itemsOf(screen.getByRole('list', { name: 'Recovery codes' }))).toEqual([
      'aaaaa-bbbbb',
      'ccccc-ddddd',
    ]);
    await press(user, 'Continue');
    expect(screen.getByText('Save the codes first, then tick this box')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'I have saved the recovery codes' }));
    answerWith({ currentUser: reviewer });
    await press(user, 'Continue');
    expect(await screen.findByText('Your second factor is set up.')).toBeTruthy();
  });

  test('has a key and recovery codes that can be copied, printed and saved', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {});
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = setUp();
    await press(user, 'I have an app: start');
    await press(user, 'Copy the key');
    await screen.findByText('The key is copied.');
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGH');
    const field = screen.getByRole('textbox', { name: 'Code of your authenticator app' });
    await user.type(field, '123456{Enter}');
    expect(textOf(await pageOf('Save your recovery codes'))).toContain(
      'you can use each of these codes once to sign in as rita@example.eu. You can see them only now.',
    );
    await press(user, 'Copy');
    await screen.findByText('The codes are copied.');
    expect(await navigator.clipboard.readText()).toBe('aaaaa-bbbbb\nccccc-ddddd');
    await press(user, 'Print');
    expect(printed).toHaveBeenCalledOnce();
    await press(user, 'Download');
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('recovery-codes.txt');
    expect(await (saved.mock.calls[0] as [Blob])[0].text()).toBe(
      [
        ...['Save your recovery codes', 'rita@example.eu', location.origin, ''],
        ...['aaaaa-bbbbb', 'ccccc-ddddd', ''],
      ].join('\r\n'),
    );
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await press(user, 'Copy');
    const error = await screen.findByText('The browser does not allow copying.');
    expect(error.closest('[role=alert]')).toBeTruthy();
    for (const spy of [printed, saved, clicked]) spy.mockRestore();
  });

  test('warns before the page with unsaved recovery codes is left', async () => {
    const user = setUp();
    await press(user, 'I have an app: start');
    await user.type(
      await screen.findByRole('textbox', { name: 'Code of your authenticator app' }),
      '123456',
    );
    await press(user, 'Confirm');
    await pageOf('Save your recovery codes');
    answerWith({ history: listOf() });
    await user.click(screen.getByRole('link', { name: 'My applications' }));
    await waitFor(() => expect(screen.queryByText('Save your recovery codes')).toBeNull());
    window.history.back();
    await pageOf('Save your recovery codes');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  test('does not warn while enough recovery codes are left', async () => {
    openPage(
      '/desk/second-factor',
      { secondFactorState: { ...setUpState, recoveryCodesLeft: 4 } },
      reviewer,
    );
    expect(textOf(await pageOf('Second factor'))).not.toContain('Few recovery codes');
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
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
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
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());

    answerWith({ file: rejected(404, 'It is gone.') });
    await user.click(screen.getByRole('button', { name: `Show ${files.answer.name}` }));
    const other = await screen.findByRole('region', { name: `File: ${files.answer.name}` });
    expect(await within(other).findByText('This file cannot be shown')).toBeTruthy();
    expect(within(other).getByRole('button', { name: 'Download' })).toBeTruthy();
    expect(textOf(other)).toContain('Download it and open it with another program, with care.');
    expect(document.activeElement).toBe(other);
    expect(sentTo('file').at(-1)).toEqual({ fileId: files.answer.fileId });
    saved.mockRestore();
  });
});

test('a reviewer chooses one e-mail an hour and sees how many wait', async () => {
  const user = showAtDesk(<MailsPage />, { deskMails: { frequency: 'atOnce', waiting: 2 } });
  await user.click(await screen.findByRole('radio', { name: /^Once an hour/ }));
  expect(screen.getByText('2 e-mails wait for the next full hour.')).toBeTruthy();
  await sendRejected(user, 'deskMailsChange', 'Save', 'Your choice is saved.');
  answerWith({ deskMailsChange: null });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your choice is saved.');
  expect(sentTo('deskMailsChange').slice(1)).toEqual([{ frequency: 'hourly' }]);
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
