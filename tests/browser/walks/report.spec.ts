import { expect, type Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { Sample } from '#lib/statechart/paths/scenario.ts';
import type { ReportSnapshot } from '#machines/report.machine.ts';
import { reportScenario } from '#machines/report.scenario.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { callOverHttp } from '../../server/over-http.ts';
import { enterAs, seedPersonas } from '../personas.ts';
import { test } from '../portal.ts';
import { testControls } from './test-controls.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'report',
  scenario: { ...reportScenario, samples },
  criteria: ['pairs'],
});

/** Events while no process is killed, and those its page offers; the rest is refused. */
function samples(snapshot: never, now: number): Sample[] {
  const model = snapshot as ReportSnapshot;
  const known = /^generation\.|by the requester$|when it is over$/;
  return reportScenario
    .samples(snapshot, now)
    .filter(({ name }) => known.test(name))
    .filter(({ name }) => name !== 'generation.started' || model.matches('queued'));
}

test.use({ settings: { MODE: 'test' } });
test.afterAll(() => walks.write());

for (const [index, { name, walk }] of walks.walks.entries()) {
  test(name, async ({ page, portal }) => {
    const controls = testControls(portal.url);
    walks.begin(walk);
    const { owner, reviewer } = await seedPersonas(portal.url, index + 1);
    const asked = owner.applications.find(({ state }) => state === 'dataRequest.underReview');
    const number = asked?.number ?? '';
    // Other reports may still be made: no fault that is armed here is for them.
    await controls.advance(0);
    await orderOutcome(controls, walk.steps, 0);
    const { revision } = (
      await callOverHttp(
        portal.url,
        'deskApplication',
        { applicationNumber: number },
        reviewer.token,
      )
    ).data as { revision: number };
    const approval = { applicationNumber: number, revision };
    const { status } = await callOverHttp(portal.url, 'deskApprove', approval, reviewer.token);
    expect(status).toBe(200);
    await enterAs(page, portal.url, owner);
    await page.goto(`${portal.url}/home/data-acquisition/applications/${number}`);
    for (const [done, step] of walk.steps.entries()) {
      const { event } = step.sent;
      if (event.type === 'report.regenerate') {
        await orderOutcome(controls, walk.steps, done + 1);
        const answered = page.waitForResponse(`**${endpoints.regenerateReport.path}?*`);
        await page.getByRole('button', { name: 'Generate the report again' }).click();
        expect((await answered).status()).toBe(200);
      }
      if (event.type === 'retention.passed') {
        await controls.advance(31 * DAY);
        await page.reload();
      }
      if (isSettled(step)) {
        await test.step(`${done + 1}: ${step.sent.name}`, () =>
          expectReport(page, controls, step.result.snapshot as ReportSnapshot));
      }
      walks.took(step);
    }
  });
}

test('every transition was taken that needs no killed process', () => {
  expect([...walks.missing]).toEqual([]);
});

/** Returns true when the report stands still until somebody or the calendar moves it. */
const isSettled = ({ result }: ConcreteStep) => !result.snapshot.hasTag('working');

/** Has the generation that begins with a step go as the walk goes on. */
async function orderOutcome(
  controls: ReturnType<typeof testControls>,
  steps: readonly ConcreteStep[],
  from: number,
) {
  const end = steps.findIndex((step, index) => index >= from && isSettled(step));
  const names = steps.slice(from, end + 1).map(({ sent }) => sent.name);
  await controls.order('exportFails', names.filter((name) => name === 'generation.failed').length);
  await controls.order('exportEmpty', Number(names.at(-1) === 'generation.foundNothing'));
}

const headings: Partial<Record<ReportSnapshot['value'], string>> = {
  delivered: 'Your data are ready',
  empty: 'There are no data for this request',
  failed: 'The report could not be generated',
  expired: 'The report is no longer kept',
};

/** Expects the outcome without a reload, and the actions that the machine accepts. */
async function expectReport(
  page: Page,
  controls: ReturnType<typeof testControls>,
  model: ReportSnapshot,
) {
  const regenerate = page.getByRole('button', { name: 'Generate the report again' });
  const download = page.getByRole('button', { name: 'Download data' });
  if (model.matches('failed')) {
    // Between its attempts, minutes apart, it is still being made.
    await expect(page.getByText('Generating file… check your e-mail')).toBeVisible();
    await expect(regenerate).toHaveCount(0);
    await expect(download).toHaveCount(0);
  }
  const shown = page.getByText(headings[model.value] ?? '', { exact: true });
  await expect
    .poll(
      async () => {
        // A failed generation is tried again minutes later.
        if ((await shown.count()) === 0) await controls.advance(10 * MINUTE);
        return shown.isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  const canRegenerate = model.can({
    type: 'report.regenerate',
    limit: 3,
    by: model.context.requester,
    linkEndedAt: null,
  });
  await expect(regenerate).toHaveCount(canRegenerate ? 1 : 0);
  await expect(download).toHaveCount(model.hasTag('downloadable') ? 1 : 0);
  if (!model.hasTag('downloadable')) return;
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
}
