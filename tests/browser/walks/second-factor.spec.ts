import { type Browser, expect, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { codes } from '#contract/codes.ts';
import type { Persona } from '#demo/testing/personas.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { Sample } from '#lib/statechart/paths/scenario.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import type { SecondFactorEvent, secondFactorMachine } from '#machines/second-factor.machine.ts';
import { secondFactorScenario } from '#machines/second-factor.scenario.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import { callOverHttp } from '../../server/over-http.ts';
import { authenticator } from '../authenticator.ts';
import { namedAddress } from '../named-address.ts';
import { passkeyDevice } from '../passkey-device.ts';
import { enterAs, seedPersonas } from '../personas.ts';
import { anotherPage, test } from '../portal.ts';
import { testControls } from './test-controls.ts';

type Snapshot = SnapshotFrom<typeof secondFactorMachine>;

const DAY = 86_400_000;
const STEP = 30_000;
const address = await namedAddress();
const url = address.PUBLIC_URL;
const controls = testControls(url);

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'second-factor',
  scenario: { ...secondFactorScenario, samples },
  criteria: ['transitions'],
});

/**
 * Events that the pages offer. A session, and the secret shown in it, ends long before a lock does.
 * A new secret requires a recent second factor: here that may take one more code, which must not
 * change the counted tries.
 */
function samples(snapshot: never, now: number): Sample[] {
  const { value, context } = snapshot as Snapshot;
  const offered: Record<string, RegExp> = {
    pending: /^factor\.(begin|confirm|unlock)/,
    active: /^factor\.(begin|give|unlock)/,
    replacing: /^factor\.(begin|confirm|give|unlock)(?!.*when the lock ends)/,
  };
  const mayBegin =
    value.secret === 'pending' || (value.tries === 'open' && context.wrongTries === 0);
  return secondFactorScenario
    .samples(snapshot, now)
    .filter(({ name }) => offered[value.secret]?.test(name))
    .filter(({ name }) => !/last millisecond|taken already|by a reviewer/.test(name))
    .filter(({ name }) => mayBegin || name !== 'factor.begin');
}

test.use({ settings: { MODE: 'test', ...address } });
test.afterAll(() => walks.write());

for (const { name, walk } of walks.walks) {
  test(name, async ({ page, browser, portal }) => {
    expect(portal.url).toContain(`:${address.PORT}`);
    const person = await personAt(page, browser);
    walks.begin(walk);
    let before = walk.start.snapshot as Snapshot;
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        await act(person, step, before);
        const after = step.result.snapshot as Snapshot;
        if (stateText(after.value) !== stateText(before.value))
          await expectStaffPage(person, after);
        before = after;
        walks.took(step);
      });
    }
    for (const each of [person.visit, person.lead]) await each.context().close();
  });
}

/** A staff member with the tested second factor, and a lead, in separate browser contexts. */
interface Person {
  email: string;
  /** Browser contexts: `own` shows secrets, `visit` signs in with codes. */
  own: Page;
  visit: Page;
  lead: Page;
  /** Codes of the app for the active and for the pending secret. */
  active?: (at: number) => string;
  pending?: (at: number) => string;
  recoveryCodes: string[];
  /** Keys of the devices, for a passkey in both browsers. */
  devices: Record<'own' | 'visit', Awaited<ReturnType<typeof passkeyDevice>>>;
}

const login = async (role: Persona['role']) => (await seedPersonas(url))[role];

async function personAt(own: Page, browser: Browser): Promise<Person> {
  const [visit, lead] = [await anotherPage(browser), await anotherPage(browser)];
  const leads = await login('lead');
  const { email } = await login('reviewer');
  // Removes the second factor of earlier walks.
  const forgotten = await callOverHttp(url, 'staffForgetSecondFactor', { email }, leads.token);
  expect(forgotten.code).toBe(codes.ok);
  const devices = { own: await passkeyDevice(own), visit: await passkeyDevice(visit) };
  const person = { email, own, visit, lead, recoveryCodes: [], devices };
  await begin(person, 'pending');
  return person;
}

/** A new login of the person, on the desk's pages. */
async function arrive(page: Page, place = ''): Promise<void> {
  await enterAs(page, url, await login('reviewer'));
  await page.goto(`${url}/desk${place}`);
}

/** A code that was not used yet: advances the clock to the next one. */
async function freshCode(app?: (at: number) => string): Promise<string> {
  await controls.advance(STEP);
  return app?.(await controls.now()) ?? '';
}

/** A code that no app shows now, nor just before or after. */
async function wrongCode({ active, pending }: Person): Promise<string> {
  const now = await controls.now();
  const shown = [active, pending].flatMap((app) => [-1, 0, 1].map((by) => app?.(now + by * STEP)));
  return ['000000', '111111', '222222'].find((code) => !shown.includes(code)) ?? '333333';
}

const appField = (page: Page) => page.getByLabel('Code of your authenticator app');

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel(/Code of your authenticator app|Recovery code/).fill(code);
  await page.getByRole('button', { name: /^(Continue|Confirm)$/ }).click();
}

/** Shows a new secret; unless one is pending, the page first asks for a code of the active one. */
async function begin(person: Person, secret: Snapshot['value']['secret']): Promise<void> {
  const { own } = person;
  await arrive(own, '/second-factor/set-up');
  if (secret !== 'pending') await enter(own, await freshCode(person.active));
  await own.getByRole('button', { name: 'I have an app: start' }).click();
  const key = await own.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  person.pending = authenticator(key);
}

async function act(person: Person, step: ConcreteStep, before: Snapshot): Promise<void> {
  const event = step.sent.event as unknown as SecondFactorEvent;
  if (step.sent.name.endsWith('when the lock ends')) await controls.advance(DAY);
  const after = step.result.snapshot as Snapshot;
  switch (event.type) {
    case 'factor.begin':
      return begin(person, before.value.secret);
    case 'factor.unlock':
      return person.lead.getByRole('button', { name: `Unlock ${person.email}` }).click();
    case 'factor.confirm': {
      if (step.sent.name.endsWith('when the lock ends')) await begin(person, before.value.secret);
      const isRight = event.proof !== null;
      await enter(person.own, isRight ? await freshCode(person.pending) : await wrongCode(person));
      if (!isRight || isNotAccepted(step)) return expectRefusal(person.own, after);
      return keepCodes(person);
    }
    case 'factor.give': {
      await give(person, event.proof, step.sent.name.endsWith('when the lock ends'));
      if (event.proof === null || isNotAccepted(step)) return expectRefusal(person.visit, after);
      if (event.proof === 'recoveryCode') {
        person.recoveryCodes.shift();
        const left = `Codes left: ${person.recoveryCodes.length}`;
        await expect(person.visit.getByText(left)).toBeVisible();
      }
      return expect(person.visit.getByRole('heading', { name: /^We need to act/ })).toBeVisible();
    }
  }
}

/** Gives the second factor in the visit that waits for it, or in a new one. */
async function give(person: Person, proof: unknown, isLater: boolean): Promise<void> {
  const { visit, active, recoveryCodes } = person;
  const asked = visit.getByRole('heading', { name: 'Your second factor' });
  if (isLater || !(await asked.isVisible())) await arrive(visit);
  await expect(asked).toBeVisible();
  if (proof === 'passkey') return visit.getByRole('button', { name: 'Use a passkey' }).click();
  if (proof === 'recoveryCode') {
    await visit.getByRole('button', { name: 'Use a recovery code' }).click();
    return enter(visit, recoveryCodes[0] ?? '');
  }
  return enter(visit, proof === null ? await wrongCode(person) : await freshCode(active));
}

/** Saves the recovery codes of the new app and, the first time, adds a passkey. */
async function keepCodes(person: Person): Promise<void> {
  const { own, pending, devices } = person;
  const list = own.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  person.recoveryCodes = await list.allInnerTexts();
  if (pending) person.active = pending;
  await own.getByLabel('I have saved the recovery codes').check();
  await own.getByRole('button', { name: 'Continue' }).click();
  await expect(own.getByText('Recovery codes left: 10')).toBeVisible();
  if ((await own.getByRole('button', { name: /^Remove/ }).count()) > 0) return;
  await own.getByLabel('Name of the new passkey').fill('Of the walk');
  await own.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(own.getByRole('rowheader', { name: 'Of the walk' })).toBeVisible();
  const { session, authenticatorId } = devices.own;
  const credentials = await session.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials.credentials)
    await devices.visit.session.send('WebAuthn.addCredential', {
      authenticatorId: devices.visit.authenticatorId,
      credential,
    });
}

/** The page says how many tries are left, or that the factor is locked for a day. */
async function expectRefusal(page: Page, { value, context }: Snapshot): Promise<void> {
  const left = 5 - context.wrongTries;
  await expect(page.locator('main').getByRole('alert')).toContainText(
    value.tries === 'locked'
      ? 'A lead can unlock you sooner.'
      : `wrong; ${left === 1 ? '1 try' : `${left} tries`} left.`,
  );
  await expect(appField(page).or(page.getByLabel('Recovery code'))).toHaveValue('');
}

/** A lead sees whether a factor is set up and locked, and can end a lock alone. */
async function expectStaffPage({ lead, email }: Person, model: Snapshot): Promise<void> {
  await enterAs(lead, url, await login('lead'));
  await lead.goto(`${url}/desk/staff`);
  const row = lead.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText(
    model.matches({ secret: 'pending' }) ? 'not set up yet' : 'set up',
  );
  const isLocked = model.matches({ tries: 'locked' });
  await expect(row.getByText(/^Locked until .*20\d\d/)).toHaveCount(isLocked ? 1 : 0);
  await expect(row.getByRole('button', { name: `Unlock ${email}` })).toHaveCount(isLocked ? 1 : 0);
}
