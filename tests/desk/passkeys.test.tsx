import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { rowsOf, sectionOf, typedIn } from '#tests/components/reading.ts';
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
    expect(within(section).getByText('Give the passkey a name')).toBeTruthy();
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
    expect(screen.getByRole('textbox', { name: 'Code of your authenticator app' })).toBeTruthy();
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
