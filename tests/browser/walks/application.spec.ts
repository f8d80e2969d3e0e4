import { expect, type Page } from '@playwright/test';
import { storedApplication } from '#contract/stored-application.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { Sample } from '#lib/statechart/paths/scenario.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { ApplicationSnapshot } from '#machines/application.machine.ts';
import { applicationScenario } from '#machines/application.scenario.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { firstCode, type Place, rowActions, shownBy } from '../../machines/oracle/life.ts';
import { factsOf, verdictOf, verdictOfStep } from '../../machines/oracle/observed.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { chooseExtent, sendButton } from '../desk.ts';
import { enterAs, seedPersonas } from '../personas.ts';
import { anotherPage, test } from '../portal.ts';
import { testControls } from './test-controls.ts';

const DAY = 86_400_000;
const LIST = '/home/data-acquisition';

/** Controls by event. Those of a requester are links and buttons of the row in the list. */
const events: Record<
  string,
  { by: 'requester' | 'reviewer' | 'lead'; control: string; done: string | RegExp }
> = {
  'review.start by a reviewer': {
    by: 'reviewer',
    control: 'Start the review',
    done: 'The review has started.',
  },
  'qualification.pass by a reviewer': {
    by: 'reviewer',
    control: 'Confirm eligibility',
    done: 'The eligibility is confirmed.',
  },
  'information.request by a reviewer': {
    by: 'reviewer',
    control: 'Ask for more information',
    done: 'Your question was sent to the requester.',
  },
  'data.approve by a reviewer': {
    by: 'reviewer',
    control: 'Approve the data request',
    done: 'The data request is approved.',
  },
  'sharing.withhold by a reviewer': {
    by: 'reviewer',
    control: 'Withhold the data',
    done: 'The data are withheld.',
  },
  'sharing.suspend by a reviewer': {
    by: 'reviewer',
    control: 'Suspend the sharing',
    done: 'The sharing is suspended.',
  },
  'sharing.resume by a reviewer': {
    by: 'reviewer',
    control: 'Resume the sharing',
    done: 'The sharing is resumed.',
  },
  'application.refuse by a reviewer': {
    by: 'reviewer',
    control: 'Refuse',
    done: 'The application is refused.',
  },
  'deadline.extend by a reviewer': {
    by: 'reviewer',
    control: 'Extend the time to answer',
    done: 'The time to answer is extended.',
  },
  'information.withdraw by a reviewer': {
    by: 'reviewer',
    control: 'Withdraw the question',
    done: 'The question is withdrawn.',
  },
  'approval.withdraw by a lead': {
    by: 'lead',
    control: 'Withdraw the approval',
    done: 'The approval is withdrawn.',
  },
  'sharing.end by a lead': {
    by: 'lead',
    control: 'End the sharing',
    done: 'The sharing is ended.',
  },
  'application.reopen by a lead': {
    by: 'lead',
    control: 'Reopen the application',
    done: 'The application is reopened.',
  },
  'decision.undo by the reviewer who decided': {
    by: 'reviewer',
    control: 'Undo',
    done: 'The decision is undone. No letter was sent.',
  },
  'information.supply by the requester': {
    by: 'requester',
    control: 'Supplementary information',
    done: 'Your information is sent',
  },
  'data.request by the requester': {
    by: 'requester',
    control: 'Request data',
    done: 'Your data request is sent',
  },
  'application.terminate by the requester': {
    by: 'requester',
    control: 'Terminate',
    done: /^Application .* has ended\.$/,
  },
};

const undo = 'decision.undo by the reviewer who decided';

/** Controls of assignment events: buttons of the case. */
const assignments: Record<string, { control: string; done: string }> = {
  'application.take by a reviewer': {
    control: 'Take it',
    done: 'You have taken this application',
  },
  'application.handOver by the assignee to a colleague': {
    control: 'Hand it over',
    done: 'The application is handed over.',
  },
  'application.release by the assignee': {
    control: 'Release it',
    done: 'Nobody has taken this application',
  },
};

/** Addresses of staff by their names in the scenario. */
const emails: Record<string, string> = {
  reviewer: 'persona-reviewer@example.eu',
  colleague: 'persona-lead@example.eu',
};
/** Events that no page sends. */
const ofTheClock = new Set([
  'deadline.passed by the clock',
  'link.ended by the clock',
  'link.renewed by the clock',
]);

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'application',
  // The personas apply for their own use.
  scenario: { ...applicationScenario, starts: ownStarts(), samples },
  criteria: ['transitions'],
});

function ownStarts() {
  return applicationScenario.starts.filter(({ name }) => name !== 'a third-party application');
}

/** Events with a control on some page, and those of the clock; the server rejects all others. */
function samples(snapshot: never, now: number): Sample[] {
  return applicationScenario
    .samples(snapshot, now)
    .filter(({ name }) => name in events || name in assignments || ofTheClock.has(name));
}

test.use({ settings: { MODE: 'test', UNDO_MS: String(UNDO_MS) } });
test.afterAll(() => walks.write());

for (const { name, walk } of walks.walks) {
  test(name, { tag: ['@4-codes'] }, async ({ page, portal, browser }) => {
    test.setTimeout(60_000 + walk.steps.length * 5000);
    const start = walk.start.snapshot as ApplicationSnapshot;
    const controls = testControls(portal.url);
    await controls.link(true);
    const { owner, publicSector, reviewer, lead } = await seedPersonas(portal.url);
    const requester = start.context.kind === 'public' ? publicSector : owner;
    const number = requester.applications.find(
      ({ state }) => state === 'qualification.submitted',
    )?.number;
    const desks = { reviewer: await anotherPage(browser), colleague: await anotherPage(browser) };
    // A decision can be undone for ten seconds. The clock is stopped, and the walk advances it.
    await controls.hold();
    for (const desk of Object.values(desks)) await desk.clock.setFixedTime(new Date());
    await enterAs(page, portal.url, requester);
    await enterAs(desks.reviewer, portal.url, reviewer);
    await enterAs(desks.colleague, portal.url, lead);
    const about = {
      ...{ page, lead: desks.colleague, url: portal.url, number: number ?? '' },
      current: new Set<Page>(),
    };
    const peopleOf = ({ context }: ApplicationSnapshot): People => ({
      ...about,
      desk: context.assignee === 'colleague' ? desks.colleague : desks.reviewer,
      decider: context.lastDecision?.by === 'reviewer' ? desks.reviewer : desks.colleague,
    });
    walks.begin(walk);
    await expectCase(peopleOf(start), start, firstCode);
    let [before, place] = [start, firstCode as Place];
    /** Places at which the requester's list was checked. */
    const listed = new Set<Place>();
    for (const [index, step] of walk.steps.entries()) {
      await test.step(step.sent.name, async () => {
        const isNew = !listed.has(place) && !isUndoneNext(walk.steps.slice(index));
        if (isNew || isRequesters(step)) {
          await expectRow(peopleOf(before), before, place);
          listed.add(place);
        }
        await act(peopleOf(before), step);
        const model = step.result.snapshot as ApplicationSnapshot;
        // Expected by the handwritten table, not by the chart.
        place = verdictOfStep(before, step)?.place ?? place;
        // After an undo, its own step checks the page.
        if (!isUndoneNext(walk.steps.slice(index + 1))) {
          await controls.advance(UNDO_MS);
          await expectCase(peopleOf(model), model, place);
        }
        before = model;
        walks.took(step);
      });
    }
    await expectRow(peopleOf(before), before, place);
    for (const desk of Object.values(desks)) await desk.context().close();
  });
}

const isRequesters = ({ sent }: ConcreteStep) => events[sent.name]?.by === 'requester';

function isUndoneNext(steps: readonly ConcreteStep[]): boolean {
  return steps.find(({ sent }) => !(sent.name in assignments))?.sent.name === undo;
}

test('every event of the chart has a sender', () => {
  const declared = walks.found.graph.transitions.filter(({ kind }) => kind === 'event');
  const types = new Set(declared.map(({ event }) => event));
  const sent = [...Object.keys({ ...events, ...assignments }), ...ofTheClock];
  expect([...types].sort()).toEqual(sent.map((name) => name.split(' ')[0]).sort());
});

/** The requester's page and the reviewer's page at the desk, in separate browser contexts. */
interface People {
  page: Page;
  desk: Page;
  /** The desk of the colleague, a lead. */
  lead: Page;
  /** The desk of the last decision. */
  decider: Page;
  /** Pages that show the case as it is now; the others are loaded before they are used. */
  current: Set<Page>;
  url: string;
  number: string;
}

const rowOf = ({ page, number }: People) => page.getByRole('row').filter({ hasText: number });
const row = (people: People, control: string) =>
  rowOf(people)
    .getByRole('link', { name: control, exact: true })
    .or(rowOf(people).getByRole('button', { name: control, exact: true }))
    .or(rowOf(people).getByRole('menuitem', { name: control, exact: true }));
const decisions = (desk: Page) => desk.getByRole('group', { name: 'What do you decide?' });

async function openCase({ current, url, number }: People, desk: Page) {
  if (!current.has(desk)) await desk.goto(`${url}/desk/applications/${encodeURIComponent(number)}`);
  current.add(desk);
}

/** Acts on a page that shows the current application. The others are then outdated. */
async function act(people: People, { sent, result }: ConcreteStep) {
  const { page, desk, lead, decider, url, current } = people;
  if (sent.kind === 'event' && sent.event.type === 'deadline.passed') {
    current.clear();
    return testControls(url).advance(60 * DAY);
  }
  if (ofTheClock.has(sent.name)) {
    current.clear();
    await testControls(url).link(sent.event.type === 'link.renewed');
    if (sent.event.type === 'link.ended') await expectToldOfEnd(people);
    return;
  }
  const assignment = assignments[sent.name];
  const { by, control, done } = assignment
    ? { ...assignment, by: 'reviewer' as const }
    : (events[sent.name] as (typeof events)[string]);
  const shown = sent.name === undo ? decider : { requester: page, reviewer: desk, lead }[by];
  if (by !== 'requester') await openCase(people, shown);
  current.clear();
  if (by === 'requester') {
    await row(people, control).click();
    await answer(people, sent.event.type);
  } else if (assignment) {
    await shown.getByRole('button', { name: control, exact: true }).click();
    const dialog = shown.getByRole('dialog');
    if (sent.event.type === 'application.handOver') {
      const { to } = sent.event as unknown as { to: { id: string } };
      await dialog.getByLabel('Colleague').selectOption(emails[to.id] as string);
      await dialog.getByRole('button', { name: control, exact: true }).click();
    }
  } else if (sent.name === undo) await shown.getByRole('button', { name: control }).click();
  else await decide(people, shown, sent.event as never, control);
  await expect(shown.getByText(done, { exact: true }).first()).toBeVisible();
  if (by === 'requester') return;
  // The same notice of an earlier step may still be shown.
  await expectHistory(shown, result.snapshot as ApplicationSnapshot);
  current.add(shown);
}

/** The list shows the last entries, numbered from the first. */
async function expectHistory(desk: Page, { context }: ApplicationSnapshot) {
  const entries = String(context.revision + 1);
  await expect(desk.locator('#history ol')).toHaveAttribute('start', entries);
}

/** Expects the end of the link on the requester's application and on the reviewer's case. */
async function expectToldOfEnd(people: People) {
  const { page, desk, url, number } = people;
  await page.goto(`${url}${LIST}/applications/${number}`);
  await expect(page.getByText('The vehicle is no longer linked to your account')).toBeVisible();
  await expect(page.getByText(/The link ended on .*20\d\d/)).toBeVisible();
  await openCase(people, desk);
  await expect(desk.getByText(/The link of the account to the vehicle ended on/)).toBeVisible();
}

const withReason = [
  'sharing.withhold',
  'sharing.suspend',
  'sharing.end',
  'approval.withdraw',
  'application.reopen',
];

async function decide({ url }: People, desk: Page, event: ApplicationEvent, control: string) {
  await decisions(desk).getByRole('radio', { name: control, exact: true }).check();
  if (event.type === 'application.refuse') {
    await desk.getByRole('group', { name: 'Ground' }).getByRole('radio').first().check();
    await desk.getByLabel('Text to the requester').fill('Because of that.');
  }
  if (event.type === 'data.approve') await chooseExtent(desk);
  if (withReason.includes(event.type))
    await desk.getByLabel('Text to the requester').fill('Access control is missing.');
  if (event.type === 'information.request') {
    await desk.getByLabel('Text to the requester').fill('Please add it.');
    const dueOn = new Date((await testControls(url).now()) + 14 * DAY);
    await desk.getByLabel('Answer due by').fill(dueOn.toISOString().slice(0, 10));
  }
  await sendButton(desk).click();
  await expect(sendButton(desk)).toBeHidden();
}

async function answer({ page }: People, type: string) {
  if (type === 'application.terminate')
    return page.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click();
  if (type === 'information.supply') {
    await page.getByLabel('Your answer').fill('Here it is.');
    return page.getByRole('button', { name: 'Send', exact: true }).click();
  }
  const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  await page.getByLabel('Start time').fill(`${yesterday}T00:00`);
  await page.getByLabel('End time').fill(`${yesterday}T23:59`);
  await page.getByLabel('Trips and usage', { exact: true }).check();
  await page.getByLabel('No, give me the unmasked data').check();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Contact e-mail').fill('reports@example.eu');
  await page.getByLabel('Report language').selectOption('en');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send the data request' }).click();
}

/** Controls of these people that send an event which the model accepts, and which it rejects. */
function offersOf(model: ApplicationSnapshot, place: Place, people: readonly string[]) {
  const now = Date.parse('2026-01-05T09:00:00Z');
  // An undo is offered after the decision only, where `act` expects it.
  return samples(model as never, now).flatMap(({ name, event }) => {
    const { by = '', control = '' } = events[name] ?? {};
    if (!people.includes(by) || name === undo) return [];
    const isOffered = verdictOf({ ...factsOf(model), place }, event as never) !== null;
    return [{ name, control, count: isOffered ? 1 : 0 }];
  });
}

/** Expects the state, the history and exactly the accepted actions at the desk. */
async function expectCase(people: People, model: ApplicationSnapshot, place: Place) {
  const { lead, current } = people;
  const { state, kind } = storedApplication(model);
  const desk = model.context.assignee === null && current.has(lead) ? lead : people.desk;
  await openCase(people, desk);
  const { label } = shownBy(place, kind);
  await expect(desk.getByRole('main').getByText(label).first()).toBeVisible();
  await expectHistory(desk, model);
  const roles = desk === lead ? ['reviewer', 'lead'] : ['reviewer'];
  for (const { name, control, count } of offersOf(model, place, roles))
    await expect(
      decisions(desk).getByRole('radio', { name: control, exact: true }),
      `${name} in ${state}`,
    ).toHaveCount(count);
  for (const { name, event } of samples(model as never, 0)) {
    const { control } = assignments[name] ?? {};
    if (control)
      await expect(
        desk.getByRole('button', { name: control, exact: true }),
        `${name} in ${state}`,
      ).toHaveCount(model.can(event as never) ? 1 : 0);
  }
}

/** Expects the state and exactly the accepted actions in the requester's list. */
async function expectRow(people: People, model: ApplicationSnapshot, place: Place) {
  const { page, url, number } = people;
  const { state, kind } = storedApplication(model);
  const { label, list } = shownBy(place, kind);
  await page.goto(`${url}${LIST}/${list}`);
  await expect(rowOf(people)).toContainText(label);
  // The menu stays open for the next step.
  await rowOf(people)
    .getByRole('button', { name: `More for ${number}` })
    .click();
  for (const { name, control, count } of offersOf(model, place, ['requester']))
    await expect(row(people, control), `${name} in ${state}`).toHaveCount(count);
  // The persona’s vehicles have no data that a public-sector body could download.
  const isReady = kind === 'personal' && rowActions.downloadData.some((one) => one === place);
  await expect(row(people, 'Download data')).toHaveCount(isReady ? 1 : 0);
}
