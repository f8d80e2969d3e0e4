import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { UNATTENDED_HEADER } from '#contract/limits.ts';
import type { LiveCar, LiveGrant } from '#contract/live/grants.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { pageOf, textOf } from '#tests/components/reading.ts';
import { listOf } from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  events,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';

const AT = Date.parse('2026-11-20T09:00:00Z');
const LATER = Date.parse('2099-11-20T09:00:00Z');
const grant: LiveGrant = {
  grantId: 'g',
  state: 'active',
  requestedAt: AT,
  endsAt: LATER,
  pausedAt: null,
  suspended: null,
  ended: null,
};
const token = {
  tokenId: 't',
  name: 'Grafana',
  prefix: 'vda_q7Zt',
  dataTypes: ['battery' as const],
  createdAt: AT,
  endsAt: LATER,
  revokedAt: null,
  lastUsedAt: AT,
  lastNetwork: '203.0.113.0/24',
  calls: [...Array.from({ length: 13 }, () => 24), 10],
};
const car = (more: Partial<LiveCar> = {}): LiveCar => ({
  vehicleId: 'car-1',
  name: 'Lumo',
  publicId: 'lumo-7k2m',
  isSandbox: false,
  grant,
  tokens: [token],
  ...more,
});
const day = {
  at: AT,
  lastContactAt: AT,
  tiles: [
    {
      signal: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed' as const,
      value: 64,
      unit: 'percent',
      capturedAt: AT,
      reason: null,
    },
    {
      signal: 'Vehicle.Powertrain.TractionBattery.Range' as const,
      value: 231_000,
      unit: 'm',
      capturedAt: AT,
      reason: null,
    },
    {
      signal: 'Vehicle.Exterior.AirTemperature' as const,
      value: null,
      unit: 'Celsius',
      capturedAt: null,
      reason: 'notEquipped' as const,
    },
  ],
  charge: [[AT - 3_600_000, 60] as [number, number], [AT, 64] as [number, number]],
  activities: [
    { kind: 'parked' as const, from: AT - 7_200_000, to: AT - 3_600_000, metres: null },
    { kind: 'charging' as const, from: AT - 3_600_000, to: AT, metres: null },
  ],
};
const heartbeat: [string, object] = ['heartbeat', { state: 'parked', lastContactAt: null }];
const open = (
  shown = car(),
  liveStream: Answers['liveStream'] = events(heartbeat),
  more: Answers = {},
) =>
  openPage(
    '/home/live-access',
    { liveAccess: { cars: [shown] }, liveDay: day, liveStream, ...more },
    owner,
  );

describe('live access', () => {
  const YEAR = 365 * 86_400_000;
  test.each([
    ['would change', YEAR - 86_400_000, 1],
    ['would stay the same', YEAR - 3_600_000, 0],
  ])('whose last day %s offers %3$i renewals', async (_, rest, count) => {
    open(car({ grant: { ...grant, endsAt: Date.now() + rest } }));
    const page = await pageOf('Live access');
    await within(page).findByRole('button', { name: 'End' });
    expect(within(page).queryAllByRole('button', { name: 'Renew for a year' })).toHaveLength(count);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'with a single car (simulated: %s) shows %i notes about own cars',
    async (isSandbox, count) => {
      open(car({ isSandbox, grant: null, tokens: [] }));
      const page = await pageOf('Live access');
      await within(page).findByRole('button', { name: 'Start live access' });
      expect(within(page).queryAllByText(/^No car of your own is linked/)).toHaveLength(count);
    },
  );

  test('shows each value with its unit, or why there is none', async () => {
    open();
    const page = await pageOf('Live access');
    await within(page).findByText('64%');
    within(page).getByText('231 km');
    within(page).getByText('This car does not measure it.');
    const charging = within(page).getByText('Charging since').closest('div');
    expect(textOf(charging)).toBe('Charging since09:0020 November 2026 at 09:00');
    within(page).getByRole('img', { name: /^State of charge: 60% at first/ });
  });

  test('shows newer values from the stream, which does not extend the session', async () => {
    const sample = (signal: number, value: number, at: number) => ({
      signal: day.tiles[signal]?.signal,
      value,
      unit: null,
      capturedAt: new Date(at).toISOString(),
      receivedAt: new Date(at).toISOString(),
    });
    const samples = [sample(0, 65, AT + 1000), sample(1, 1000, AT - 1000), sample(2, 7, AT)];
    open(car(), events(heartbeat, ['samples', { samples }]));
    const page = await pageOf('Live access');
    await within(page).findByText('65%');
    within(page).getByText('231 km');
    within(page).getByText('7 °C');
    within(page).getByRole('img', { name: /60% at first, 65% now/ });
    expect(headersOf('liveStream').get(UNATTENDED_HEADER)).toBe('1');
  });

  test('draws the charge of a parked car without a break', async () => {
    const HOUR = 3_600_000;
    const activities = [
      { kind: 'charging' as const, from: AT - 20 * HOUR, to: AT - 18 * HOUR, metres: null },
      { kind: 'parked' as const, from: AT - 18 * HOUR, to: AT - 9 * HOUR, metres: null },
      { kind: 'driving' as const, from: AT - 9 * HOUR, to: AT - 4 * HOUR, metres: 9000 },
      { kind: 'parked' as const, from: AT - 4 * HOUR, to: AT, metres: null },
    ];
    const charge = [
      [20, 60],
      [18, 80],
      [9, 80],
      [4, 50],
    ].map(([hours = 0, percent = 0]): [number, number] => [AT - hours * HOUR, percent]);
    open(car(), events(heartbeat), { liveDay: { ...day, charge, activities } });
    const picture = await screen.findByRole('img', { name: /^State of charge: 60% at first/ });
    // The car sent nothing during five hours of driving.
    expect(picture.querySelector('path:last-child')?.getAttribute('d')).toBe(
      'M240 40.0L360 20.0H900L900 20.0M1200 50.0H1440',
    );
  });

  test('polls the values if there is no stream, and shows why the stream ended', async () => {
    // The page opens the stream again after three seconds.
    const { setTimeout: later } = globalThis;
    const soon = (run: () => void, ms?: number) => later(run, ms === 3000 ? 100 : ms);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as typeof setTimeout);
    onTestFinished(() => void vi.mocked(setTimeout).mockRestore());
    open(car(), rejected(codes.notAllowedNow, 'Not now'));
    const page = await pageOf('Live access');
    await within(page).findByText('64%');
    const suspended = { at: AT, ground: 'Article 4(7)', substantiation: 'The key was published.' };
    answerWith({
      liveAccess: { cars: [car({ grant: { ...grant, state: 'suspended', suspended } })] },
    });
    await within(page).findByText(/^The data holder suspended/);
  });

  test('shows no earlier values while it is paused', async () => {
    const user = open();
    await screen.findByText('64%');
    const paused = { ...grant, state: 'paused' as const, pausedAt: AT };
    answerWith({
      liveGrantChange: { grantId: 'g', state: 'paused' },
      liveAccess: { cars: [car({ grant: paused })] },
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByText(/^You have paused live access/);
    expect(screen.queryByText('64%')).toBeNull();
    expect(screen.queryByText(/last contact/)).toBeNull();
  });

  test('shows a token, with lines to paste, until it is dismissed, also while access is paused', async () => {
    const other = car({ vehicleId: 'car-2', name: 'Vesta', grant: { ...grant, grantId: 'h' } });
    const user = open(car({ tokens: [] }));
    answerWith({
      liveAccess: { cars: [car(), other] },
      liveTokenCreate: { tokenId: 'n', token: 'vda_secret', endsAt: LATER },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Dashboard');
    await user.click(screen.getByRole('button', { name: 'Create the token' }));
    await screen.findByRole('heading', { name: 'Your token “Dashboard”' });
    expect(sentTo('liveTokenCreate')).toEqual([
      { grantId: 'g', name: 'Dashboard', dataTypes: ['status', 'battery'], ends: 'access' },
    ]);
    const line = /^curl -H "Authorization: Bearer vda_secret" "http.*\/lumo-7k2m\/latest"$/;
    screen.getByText(line);
    answerWith({ history: listOf() });
    await user.click(screen.getByRole('link', { name: 'My applications' }));
    await waitFor(() => expect(screen.queryByText('vda_secret')).toBeNull());
    window.history.back();
    await screen.findByText('vda_secret');
    const paused = { ...grant, state: 'paused' as const, pausedAt: AT };
    answerWith({
      liveGrantChange: { grantId: 'g', state: 'paused' },
      liveAccess: { cars: [other, car({ grant: paused })] },
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByRole('heading', { name: 'Vesta' });
    expect(screen.queryByText('vda_secret')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Lumo' }));
    await screen.findByText('vda_secret');
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText('vda_secret')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create the token' })).toBeNull();
  });

  test('asks for a shorter name, and says how long it may be', async () => {
    const user = open(car({ tokens: [] }));
    await user.click(await screen.findByRole('textbox', { name: 'Name' }));
    await user.paste('x'.repeat(201));
    await user.click(screen.getByRole('button', { name: 'Create the token' }));
    expect(await screen.findAllByText('Name: use at most 200 characters')).toHaveLength(2);
  });

  test('lists each token with its last use, its network and its calls a day', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Tokens' }));
    table.getByText('203.0.113.0/24');
    table.getByText('20 November 2026 at 10:00');
    table.getByRole('img', { name: /24, 10/ });
  });

  test('creates a token of another car, and shows it there', async () => {
    const other = car({ vehicleId: 'car-2', name: 'Vesta', grant: { ...grant, grantId: 'h' } });
    const liveAccess = { cars: [car(), other] };
    const user = open(car(), events(heartbeat), { liveAccess });
    answerWith({ liveTokenCreate: { tokenId: 'n', token: 'vda_secret', endsAt: LATER } });
    const cars = within(await screen.findByRole('group', { name: 'Car' }));
    expect(cars.getByRole('radio', { name: 'Lumo' })).toHaveProperty('checked', true);
    await user.click(cars.getByRole('radio', { name: 'Vesta' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Dashboard');
    await user.click(screen.getByRole('button', { name: 'Create the token' }));
    await screen.findByText('vda_secret');
    expect(sentTo('liveTokenCreate')).toMatchObject([{ grantId: 'h' }]);
    screen.getByRole('heading', { name: 'Vesta' });
    screen.getByText('120 calls an hour and one open stream');
  });

  test('says who suspended it, on which ground and why, and offers no token', async () => {
    const suspended = { at: AT, ground: 'Article 4(7)', substantiation: 'The key was published.' };
    open(car({ grant: { ...grant, state: 'suspended', suspended } }));
    await screen.findByText(/^The data holder suspended live access on/);
    for (const text of ['Article 4(7)', 'The key was published.']) screen.getByText(text);
    expect(screen.queryByRole('button', { name: 'Create the token' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    screen.getByRole('button', { name: 'End' });
  });
});
