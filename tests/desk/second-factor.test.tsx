import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { press } from '#tests/components/filling.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { linksIn, pageOf, rowsOf, sectionOf, textOf, typedIn } from '#tests/components/reading.ts';
import { emptyQueue, listOf } from '#tests/components/records.ts';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { setUpState } from './page-data.ts';

/** Stubs of the browser's calls to the device. */
const device = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => device);

type State = CallData<'secondFactorState'>;
const laptop: State['passkeys'][number] = {
  id: 'of-the-laptop',
  name: 'Work laptop',
  // Past midnight in Warsaw.
  createdAt: Date.parse('2026-11-18T23:30:00Z'),
  lastUsedAt: null,
};
const used = { ...laptop, id: 'of-the-key', name: 'Key', lastUsedAt: laptop.createdAt };
const state = (others: Partial<State> = {}): State => ({ ...setUpState, ...others });
const open = (answers: Answers = {}, user = reviewer) =>
  openPage('/desk/second-factor', { secondFactorState: state(), ...answers }, user);
const CANCELLED =
  'The browser provided no passkey: it was cancelled, took too long, or this device has none.';

beforeEach(() => {
  device.startRegistration.mockReset();
  device.startAuthentication.mockReset();
});

describe('the second factor', () => {
  const give = (answers: Answers) =>
    openPage(
      '/desk',
      { deskQueue: emptyQueue, secondFactorState: setUpState, ...answers },
      { ...reviewer, secondFactor: 'code' },
    );
  test('is given by a code of the app', async () => {
    const user = give({ secondFactorGive: null });
    const field = await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
    expect(document.activeElement).toBe(field);
    expect(textOf(await pageOf('Your second factor'))).toContain(
      'the sign-in of rita@example.eu has a second step.',
    );
    await press(user, 'Continue');
    screen.getByText('Enter the code that the app shows');
    await user.type(field, '12 345');
    await press(user, 'Continue');
    screen.getByText('The code has 6 digits');
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
    screen.getByText(
      'A recovery code has five groups of five letters or digits with hyphens between them',
    );
    await user.clear(field);
    await user.type(field, 'ABCDE FGH23 ABCDE FGH23 ABCDE');
    answerWith({ currentUser: reviewer });
    await press(user, 'Continue');
    await screen.findByText('This recovery code is used up. Codes left: 6');
    expect(sentTo('secondFactorGive')).toEqual([{ code: 'abcde-fgh23-abcde-fgh23-abcde' }]);
  });

  test('shows the server’s rejection and empties the field', async () => {
    const user = give({
      secondFactorGive: rejected(codes.locked, 'Too many wrong codes.', {
        lockedUntil: Date.parse('2026-11-20T10:00:00Z'),
      }),
    });
    const field = await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
    await user.type(field, '123456');
    await press(user, 'Continue');
    expect(textOf(await screen.findByText('Too many wrong codes.'))).toBeTruthy();
    screen.getByText('Until 20 November 2026 at 11:00. A lead can unlock you sooner.');
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
        deskQueue: emptyQueue,
        secondFactorBegin: { secret: 'abcdefgh', uri: 'otpauth://totp/x', svg: '<svg/>' },
        secondFactorConfirm: { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] },
        ...answers,
      },
      user,
    );

  test('is set up with a key and recovery codes that can be copied, printed and saved', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {});
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = setUp();
    const page = await pageOf('Set up your second factor');
    expect(textOf(page)).not.toContain('stop working once the new one is confirmed');
    await press(user, 'I have an app: start');
    await screen.findByRole('img', { name: /QR code to scan/ });
    screen.getByText('ABCD EFGH');
    expect(linksIn(page)).toEqual({ 'Open in an app on this device': 'otpauth://totp/x' });
    expect(document.activeElement?.textContent).toBe('Add the portal to the app');
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
    expect(sentTo('secondFactorConfirm')).toEqual([{ code: '123456' }]);
    await press(user, 'Continue');
    screen.getByText('Save the codes first, then tick this box');
    await user.click(screen.getByRole('checkbox', { name: 'I have saved the recovery codes' }));
    answerWith({ currentUser: reviewer });
    await press(user, 'Continue');
    await screen.findByText('Your second factor is set up.');
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

describe('the user’s passkeys', () => {
  test('are listed, and another one is added under a name', async () => {
    const user = open({
      secondFactorState: state({ passkeys: [used] }),
      passkeyRegisterBegin: { challenge: 'of-the-server' },
      passkeyRegister: null,
    });
    const section = await sectionOf('Passkeys');
    const time = '19 November 2026 at 00:30';
    const rows = () => rowsOf(within(section).getByRole('table'));
    expect(rows()).toEqual([
      ['Name of the passkey', 'Added on', 'Last used', 'Remove'],
      ['Key', time, time, 'Remove Key'],
    ]);
    const field = within(section).getByRole('textbox', { name: 'Name of the new passkey' });
    const add = within(section).getByRole('button', { name: 'Add a passkey' });
    await user.type(field, '  ');
    await user.click(add);
    within(section).getByText('Give the passkey a name');
    expect(document.activeElement).toBe(field);
    expect(sentTo('passkeyRegisterBegin')).toEqual([]);

    const response = { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] };
    device.startRegistration.mockResolvedValue({ id: laptop.id, response });
    await user.type(field, 'Work laptop ');
    answerWith({ secondFactorState: state({ passkeys: [used, laptop] }) });
    await user.click(add);
    await screen.findByText('The passkey is added.');
    expect(device.startRegistration.mock.calls).toEqual([
      [{ optionsJSON: { challenge: 'of-the-server' } }],
    ]);
    expect(sentTo('passkeyRegister')).toEqual([
      { name: 'Work laptop', id: laptop.id, ...response },
    ]);
    await waitFor(() =>
      expect(rows()[2]).toEqual(['Work laptop', time, 'not used yet', 'Remove Work laptop']),
    );
    expect(typedIn(field)).toBe('');
    expect(within(section).queryByText('Give the passkey a name')).toBeNull();
  });

  test('that cannot be created show the reason and keep the name', async () => {
    const user = open({ passkeyRegisterBegin: {} });
    const section = await sectionOf('Passkeys');
    expect(within(section).queryByRole('table')).toBeNull();
    const field = within(section).getByRole('textbox', { name: 'Name of the new passkey' });
    const add = () => user.click(within(section).getByRole('button', { name: 'Add a passkey' }));
    await user.type(field, 'Phone');
    const known = Object.assign(new Error('known'), { name: 'InvalidStateError' });
    device.startRegistration.mockRejectedValueOnce(known);
    await add();
    await within(section).findByText('This device has a passkey for your account already.');
    device.startRegistration.mockRejectedValueOnce(new Error('the browser’s own words'));
    await add();
    await within(section).findByText(CANCELLED);
    answerWith({ passkeyRegisterBegin: rejected(codes.notFound, 'Not offered here.') });
    await add();
    await within(section).findByText('Not offered here.');
    expect(within(section).queryByText(CANCELLED)).toBeNull();
    expect(typedIn(field)).toBe('Phone');
    expect(sentTo('passkeyRegister')).toEqual([]);
    // Created by the device, but not stored by the server.
    const response = { clientDataJSON: 'e30', attestationObject: 'oA' };
    device.startRegistration.mockResolvedValue({ id: laptop.id, response });
    answerWith({
      passkeyRegisterBegin: {},
      passkeyRegister: rejected(codes.wrongPasskey, 'It cannot be checked.'),
    });
    await add();
    await within(section).findByText('It cannot be checked.');
    expect(screen.queryByText('The passkey is added.')).toBeNull();
    expect(sentTo('passkeyRegister')).toEqual([
      { name: 'Phone', id: laptop.id, ...response, transports: [] },
    ]);
  });

  test('are removed after a warning', async () => {
    const user = open({ secondFactorState: state({ passkeys: [laptop] }), passkeyRemove: null });
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remove Work laptop' }));
      return screen.findByRole('dialog', { name: 'Remove the passkey Work laptop?' });
    };
    const asked = await ask();
    within(asked).getByText(
      'You can no longer sign in with it. The authenticator app keeps working.',
    );
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo('passkeyRemove')).toEqual([]);
    answerWith({ secondFactorState: state() });
    await user.click(within(await ask()).getByRole('button', { name: 'Remove' }));
    await screen.findByText('The passkey is removed.');
    expect(sentTo('passkeyRemove')).toEqual([{ id: laptop.id }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test.each([{ isSetUp: false }, { offersPasskeys: false }])(
    'are not offered with %o',
    async (others) => {
      open({ secondFactorState: state(others) });
      await screen.findByRole('heading', { level: 1, name: 'Second factor' });
      expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull();
    },
  );
});

describe('a passkey as the second factor', () => {
  const ask = (answers: Answers = {}, others: Partial<State> = { passkeys: [laptop] }) =>
    open(
      {
        secondFactorState: state(others),
        passkeyGiveBegin: { challenge: 'of-the-server' },
        passkeyGive: null,
        ...answers,
      },
      { ...reviewer, secondFactor: 'code' },
    );
  const button = { name: 'Use a passkey' };

  test('replaces the code of the app', async () => {
    const user = ask();
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'BB' };
    device.startAuthentication.mockRejectedValueOnce(new Error('cancelled'));
    await user.click(await screen.findByRole('button', button));
    await screen.findByText(CANCELLED);
    let agree: (given: object) => void = () => {};
    device.startAuthentication.mockReturnValue(
      new Promise((resolve) => {
        agree = resolve;
      }),
    );
    answerWith({ currentUser: reviewer });
    await user.click(screen.getByRole('button', button));
    // No error is shown while the device asks.
    expect(screen.queryByText(CANCELLED)).toBeNull();
    agree({ id: laptop.id, response });
    await screen.findByText('An authenticator app is set up');
    expect(device.startAuthentication.mock.lastCall).toEqual([
      { optionsJSON: { challenge: 'of-the-server' } },
    ]);
    expect(sentTo('passkeyGive')).toEqual([{ id: laptop.id, ...response }]);
  });

  test('shows the server’s rejection', async () => {
    const user = ask({ passkeyGive: rejected(codes.wrongPasskey, 'Not this one.') });
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'BB' };
    device.startAuthentication.mockResolvedValue({ id: laptop.id, response });
    await user.click(await screen.findByRole('button', button));
    await screen.findByText('Not this one.');
    screen.getByRole('textbox', { name: 'Code of your authenticator app' });
  });

  test.each([{ passkeys: [] }, { passkeys: [laptop], offersPasskeys: false }])(
    'is not offered with %o',
    async (others) => {
      ask({}, others);
      await screen.findByRole('textbox', { name: 'Code of your authenticator app' });
      expect(screen.queryByRole('button', button)).toBeNull();
    },
  );

  test('is not offered to accounts of a company, which sign in again', async () => {
    ask({}, { isSetUp: false });
    await screen.findByText(/You have not set up a second factor. Log out and sign in again/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
