import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { Sample } from '#lib/statechart/paths/scenario.ts';
import type { GrantEvent, grantMachine } from '#machines/grant.machine.ts';
import { grantScenario } from '#machines/grant.scenario.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { enterAs, seedPersonas } from '../personas.ts';
import { anotherPage, test } from '../portal.ts';
import { testControls } from './test-controls.ts';

type Snapshot = SnapshotFrom<typeof grantMachine>;

const MONTH = 30 * 86_400_000;

/** Buttons of the owner and of the reviewer by event. */
const buttons: Record<string, { by: 'owner' | 'reviewer'; label: string | RegExp }> = {
  'grant.pause by the requester': { by: 'owner', label: 'Pause' },
  'grant.resume by the requester': { by: 'owner', label: 'Resume' },
  'grant.renew': { by: 'owner', label: 'Renew for a year' },
  'grant.end by the requester': { by: 'owner', label: 'End' },
  'sharing.suspend by a reviewer': { by: 'reviewer', label: /^Suspend / },
  'sharing.resume by a reviewer': { by: 'reviewer', label: /^Lift the suspension / },
};
const ofTheClock = ['link.ended by the clock', 'grant.expired at the end'];

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'grant',
  scenario: { ...grantScenario, samples },
  criteria: ['transitions'],
});

/** The vehicle source confirms the link at once, so no page shows requested access. */
function samples(snapshot: never, now: number): Sample[] {
  const isRequested = (snapshot as Snapshot).value === 'requested';
  return grantScenario
    .samples(snapshot, now)
    .filter(({ name }) =>
      isRequested
        ? name === 'grant.confirm by the clock'
        : name in buttons || ofTheClock.includes(name),
    );
}

test.use({ settings: { MODE: 'test' } });
test.afterAll(() => walks.write());

for (const { name, walk } of walks.walks) {
  test(name, async ({ page, portal, browser }) => {
    const people = await peopleOf(page, browser, portal.url);
    walks.begin(walk);
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        await act(people, step.sent.name, step.sent.event as unknown as GrantEvent);
        await expectPages(people, step.result.snapshot as Snapshot);
        walks.took(step);
      });
    }
    // The next walk needs access that has ended.
    await testControls(portal.url).link(false);
    await people.reviewer.context().close();
  });
}

interface People {
  url: string;
  owner: Page;
  reviewer: Page;
  email: string;
}

async function peopleOf(owner: Page, browser: Browser, url: string): Promise<People> {
  await testControls(url).link(true);
  const people = { url, owner, reviewer: await anotherPage(browser), email: '' };
  await enter(people);
  return people;
}

/** Signs both in, on pages with the time of the portal. */
async function enter(people: People): Promise<void> {
  const { url, owner, reviewer } = people;
  const personas = await seedPersonas(url);
  people.email = personas.owner.email;
  const now = await testControls(url).now();
  for (const [page, persona] of [
    [owner, personas.owner],
    [reviewer, personas.reviewer],
  ] as const) {
    await enterAs(page, url, persona);
    await page.clock.setFixedTime(now);
  }
}

async function openPages({ url, owner, reviewer, email }: People): Promise<void> {
  await owner.goto(`${url}/home/live-access`);
  await reviewer.goto(`${url}/desk/live-access?search=${encodeURIComponent(email)}`);
}

/** The reviewer's row of the access that began last. */
const rowOf = ({ reviewer }: People) => reviewer.getByRole('row').nth(1);

function buttonOf(people: People, name: string): Locator {
  const { by, label } = buttons[name] as (typeof buttons)[string];
  return (by === 'owner' ? people.owner : rowOf(people)).getByRole('button', {
    name: label,
    exact: true,
  });
}

async function act(people: People, name: string, { type }: GrantEvent): Promise<void> {
  const { url, owner, reviewer } = people;
  const controls = testControls(url);
  if (type === 'link.ended') return controls.link(false);
  if (type === 'grant.expired' || type === 'grant.renew') {
    await controls.advance(type === 'grant.renew' ? MONTH : MAX_GRANT_LIFETIME);
    await enter(people);
  }
  if (type === 'grant.expired') return;
  await openPages(people);
  if (type === 'grant.confirm')
    return owner.getByRole('button', { name: 'Start live access' }).click();
  await buttonOf(people, name).click();
  if (type === 'grant.end') await owner.getByRole('button', { name: 'End live access' }).click();
  if (type !== 'sharing.suspend') return;
  await reviewer.getByRole('group', { name: 'Ground' }).getByRole('radio').first().check();
  await reviewer.getByLabel('Reasons').fill('The agreed key was published.');
  await reviewer.getByRole('button', { name: 'Suspend live access' }).click();
}

const words: Record<string, string> = {
  active: 'Active',
  paused: 'Paused',
  suspended: 'Suspended',
  ended: 'Ended',
};

/** Both pages show the state and offer what the machine accepts; values only of active access. */
async function expectPages(people: People, model: Snapshot): Promise<void> {
  const { owner } = people;
  const word = words[model.value] as string;
  await expect(async () => {
    await openPages(people);
    await expect(rowOf(people).getByText(word, { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  // A car that was sold is no longer listed.
  const ended = owner.getByText(
    /ended live access on|Live access ended on|^No car of your own is linked/,
  );
  const shown = owner.getByRole('heading', { name: /^You, with this page/ });
  await expect(word === 'Ended' ? ended : shown.getByText(word)).toBeVisible();
  await expect(owner.getByText('Speed', { exact: true })).toHaveCount(word === 'Active' ? 1 : 0);
  for (const { name, event } of samples(model as never, 0)) {
    if (!(name in buttons) || event.type === 'grant.renew') continue;
    const isOffered = word !== 'Ended' && model.can(event as never);
    await expect(buttonOf(people, name), name).toHaveCount(isOffered ? 1 : 0);
  }
}
