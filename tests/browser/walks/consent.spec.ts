import { expect, type Locator, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { cookieNames } from '#contract/limits.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { CookieChoice, consentMachine } from '#machines/consent.machine.ts';
import { consentScenario } from '#machines/consent.scenario.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { test } from '../portal.ts';
import { type Gate, interceptingProxy } from './gate.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'consent',
  scenario: consentScenario,
  criteria: ['transitions'],
});

test.afterAll(() => walks.write());

for (const { name, walk } of walks.walks) {
  test(name, async ({ page, portal }) => {
    const gate = await interceptingProxy(portal.url);
    gate.hold('cookieRecord');
    await page.goto(`${gate.url}/role`);
    const start = walk.start.snapshot as ConsentSnapshot;
    if (start.context.choice) {
      await choices(page)[start.context.choice.functional ? 'all' : 'necessary'].click();
      await (await gate.held('cookieRecord')).pass();
      await expect.poll(() => keptChoice(page)).toBeDefined();
      await page.reload();
    }
    await page.getByRole('heading', { level: 1 }).waitFor();
    walks.begin(walk);
    await expectPage(page, start);
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        await act(page, gate, step);
        await expectPage(page, step.result.snapshot as ConsentSnapshot);
        walks.took(step);
      });
    }
    await gate.close();
  });
}

const choices = (page: Page) => ({
  all: page.getByRole('button', { name: 'Allow functional cookies' }),
  necessary: page.getByRole('button', { name: 'Only necessary cookies' }),
});
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cookie settings' });

async function act(page: Page, gate: Gate, { sent }: ConcreteStep) {
  if (sent.kind === 'outcome') {
    const held = await gate.held('cookieRecord');
    return sent.name.endsWith('succeeds') ? held.pass() : held.lose();
  }
  const event = sent.event as { type: string } & Partial<CookieChoice>;
  // `expectPage` has checked that rejected events are not offered.
  for (const control of controls(page, event)) {
    if (!(await isOffered(control))) continue;
    if (event.type === 'consent.give' && (await dialog(page).count()))
      await page.getByLabel('Functional cookies').setChecked(event.functional ?? false);
    return control.click();
  }
}

/** Controls that send an event, on the page and in the dialog. */
function controls(page: Page, event: { type: string } & Partial<CookieChoice>): Locator[] {
  const inDialog = (name: string) => dialog(page).getByRole('button', { name, exact: true });
  const onPage: Record<string, Locator[]> = {
    'consent.give': [
      choices(page)[event.functional ? 'all' : 'necessary'],
      inDialog('Save settings'),
    ],
    'settings.open': [
      page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Settings' }),
      page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }),
    ],
    'settings.close': [inDialog('Close')],
  };
  return onPage[event.type] ?? [];
}

/** Expects the banner, the settings or the stored choice of the state. */
async function expectPage(page: Page, model: ConsentSnapshot) {
  await expect(choices(page).all).toHaveCount(model.hasTag('asking') ? 1 : 0);
  await expect(dialog(page)).toHaveCount(model.hasTag('settingsOpen') ? 1 : 0);
  for (const { name, event } of consentScenario.samples(model as never, 0)) {
    const isOnOffer = async () => {
      const offered = await Promise.all(controls(page, event as never).map(isOffered));
      return offered.includes(true);
    };
    await expect.poll(isOnOffer, name).toBe(model.can(event as never));
  }
  if (model.matches('chosen')) {
    const { functional } = model.context.choice as CookieChoice;
    expect(await keptChoice(page)).toMatch(functional ? /^functional\.\S+/ : /^necessary\.\S+/);
  }
}

/** Value of the consent cookie; undefined before there is one. */
async function keptChoice(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === cookieNames.consent)?.value;
}

/** Returns true for a control that is present, enabled and not covered by a modal dialog. */
async function isOffered(control: Locator): Promise<boolean> {
  if ((await control.count()) === 0 || !(await control.isEnabled())) return false;
  return control.evaluate((element) => {
    const open = document.querySelector('dialog:modal');
    return !open || open.contains(element);
  });
}
