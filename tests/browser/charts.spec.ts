import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addressOf, seedPersonas } from './personas.ts';
import { ownPortal, picture, signIn, test } from './portal.ts';
import { expectGood } from './widths.ts';

const REVIEWER = 'reviewer@example.eu';

// The diagrams have many parts.
test.setTimeout(420_000);

test.use(ownPortal);

/** In view as a whole, up to fractions of a pixel. */
const whole = { ratio: 0.999 };

/** The place in the diagram that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const place = document.activeElement?.closest<SVGElement>('[data-state],[data-transition]');
    return place?.dataset.state ?? place?.dataset.transition ?? null;
  });

/** Smallest displayed font size of names and figures in the diagram, in px. */
const leastName = (page: Page) =>
  page.locator('[data-state] .label, .arrow .event, .note').evaluateAll((names) =>
    Math.min(
      ...names.map((name) => {
        const { a: zoom } = (name as SVGGraphicsElement).getScreenCTM() ?? { a: 0 };
        return zoom * Number.parseFloat(getComputedStyle(name).fontSize);
      }),
    ),
  );

test('a reviewer reads diagrams and figures, and simulates a machine', async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await page.goto(`${portal.url}/charts`);
  await page.getByRole('button', { name: 'Only necessary cookies' }).click();
  await signIn(page, portal, REVIEWER);

  await test.step('every machine is listed with its purpose', async () => {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Application',
      'Sign-in challenge',
      'Second factor',
      'Report',
      'Dispute',
      'Quote',
      'Live access',
      'Sign-in',
      'Cookie consent',
      'Upload',
      'Upload queue',
    ]);
    await expectGood(page);
    await page.getByRole('link', { name: 'Application', exact: true }).click();
  });

  await test.step('the diagram can be read as a whole, on screen and on paper', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { y: top = 900 } = (await page.locator('[data-state]').first().boundingBox()) ?? {};
    expect(top).toBeLessThan(450);
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    expect(await leastName(page)).toBeGreaterThanOrEqual(11);
    await page.emulateMedia({ media: 'print' });
    // A4 landscape within the margins of its page, 277 mm; sizes on paper are in points.
    await page.setViewportSize({ width: 1047, height: 718 });
    expect((await leastName(page)) * 0.75).toBeGreaterThanOrEqual(7);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('arrow keys move along transitions, and Enter selects a state', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Application' })).toBeVisible();
    const diagram = page.getByRole('region', { name: 'Diagram' });
    await diagram.getByRole('link', { name: 'Submitted', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('qualification.submitted:review.start:0');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('qualification.submitted:review.start:1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('qualification.underReview');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?state=qualification\.underReview$/);
    const chosen = page.getByRole('region', { name: 'Selected in the diagram' });
    await expect(chosen).toContainText('status code 1');
    await chosen.getByRole('link', { name: 'Eligibility confirmed' }).click();
    await expect(page).toHaveURL(/transition=qualification\.underReview/);
    await expect(chosen).toContainText('it refers to the current version');
    await expectGood(page);
  });

  await test.step('the diagram can be saved', async () => {
    const save = async (format: string) => {
      await page.getByRole('button', { name: 'Save the diagram' }).click();
      await page.getByRole('menuitem', { name: `Save as ${format}` }).click();
    };
    const saved = page.waitForEvent('download');
    await save('SVG');
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
    expect(file).toContain('information.supply');
    expect(file).not.toContain('href');
    const [, width = 0, height = 0] = /viewBox="0 0 (\S+) (\S+)"/.exec(file)?.map(Number) ?? [];
    const drawn = page.waitForEvent('download');
    await save('PNG');
    const png = await readFile(await (await drawn).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([16, 20].map((at) => png.readUInt32BE(at))).toEqual([2 * width, 2 * height]);
  });

  await test.step('the simulation takes steps and names the guard that failed', async () => {
    await page.getByRole('link', { name: 'Simulate' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Now:' })).toHaveText('Now: Submitted');
    await page.getByRole('button', { name: 'Review started – by a reviewer' }).click();
    const diagram = page.getByRole('region', { name: 'Diagram' }).locator('svg').first();
    const undo = page.getByRole('button', { name: 'Undo last step' });
    const next = page.getByRole('button', { name: 'Information requested' }).first();
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      const here = page.locator('[data-state="qualification.underReview"][data-tone="here"]');
      for (const part of [undo, next, here, page.locator('.steps').getByText('2', { exact: true })])
        await expect(part).toBeInViewport(whole);
    }
    // The whole picture is to the left of the buttons.
    for (const drawn of await page.locator('[data-state]').all())
      await expect(drawn).toBeInViewport(whole);
    expect(await leastName(page)).toBeGreaterThanOrEqual(11);
    const [picture, button] = [await diagram.boundingBox(), await undo.boundingBox()];
    expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThan(button?.x ?? 0);
    await undo.click();
    for (const button of await page.locator('[data-event]').all())
      await expect(button).toBeInViewport(whole);
    await page.getByText('other events would be refused').click();
    const own = page
      .getByRole('listitem')
      .filter({ hasText: 'Review started – by the requester as reviewer' });
    await expect(own).toContainText('isOthers');
    await expectGood(page);
    await page.getByRole('button', { name: 'Review started – by a reviewer' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Now:' })).toHaveText(
      'Now: Qualification under review',
    );
    await page.getByRole('button', { name: 'Undo last step' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Now:' })).toHaveText('Now: Submitted');
  });

  await test.step('the figures are shown in the chart and link to the applications', async () => {
    await page.getByRole('link', { name: 'What really happened' }).click();
    const state = page.locator('[data-state="dataRequest.awaited"]');
    await expect(state).toContainText('now 1');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    const trend = page.getByRole('region', { name: 'Median stay by month' });
    await expect(trend.getByRole('img').last()).toBeInViewport(whole);
    const states = await page.locator('[data-state]').all();
    expect(states.length).toBeGreaterThanOrEqual(11);
    for (const drawn of states) await expect(drawn).toBeInViewport(whole);
    const frame = page
      .getByRole('region', { name: 'Diagram' })
      .locator('svg')
      .first()
      .locator('..');
    await expect(frame).toBeInViewport(whole);
    expect(await leastName(page)).toBeGreaterThanOrEqual(11);
    await expectGood(page);
    const late = page.getByRole('button', { name: 'Late' });
    await late.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?bar=late$/);
    await expect(state.locator('.bar.red')).toBeAttached();
    await page.goBack();
    await expect(state.locator('.bar.brand')).toBeAttached();
    for (const table of await page.locator('summary').all()) await table.click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('list', { name: 'States' })).toBeVisible();
    const tables = page.getByRole('region').filter({ has: page.getByRole('table') });
    expect(await tables.count()).toBeGreaterThanOrEqual(4);
    for (const table of await tables.all())
      expect(await table.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    await expectGood(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Outcome').selectOption('approved');
    await expect(page.locator('[data-state="dataRequest.awaited"]')).toContainText('now 0');
    await page.getByRole('link', { name: 'Data request approved', exact: true }).click();
    const shown = page.locator('[data-transition="dataRequest.underReview:data.approve:0"]');
    await expect(shown).toHaveAttribute('data-chosen', 'true');
    await expect(shown).toBeInViewport();
    await page.getByRole('link', { name: 'Applications: 2, Data request approved' }).click();
    await expect(page.getByRole('heading', { name: 'Applications behind a figure' })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectGood(page);
    await page
      .getByRole('row')
      .filter({ hasText: addressOf(owner, '{approved}') })
      .getByRole('link', { name: 'on the chart' })
      .click();
  });

  await test.step('the chart of one application marks the passed states and the current state', async () => {
    await expect(
      page.getByRole('listitem').filter({ hasText: 'suspended → Data suspended' }),
    ).toBeVisible();
    await expect(page.locator('[data-state="approved"]')).toHaveAttribute('data-tone', 'here');
    await expect(page.locator('[data-state="dataRequest.awaited"]')).toHaveAttribute(
      'data-tone',
      'passed',
    );
    await expectGood(page);
  });

  await test.step('the URL selects a state in the figures', async () => {
    await page.goto(`${portal.url}/charts/application/figures?state=dataRequest.underReview`);
    const state = page.locator('[data-state="dataRequest.underReview"]');
    await expect(state).toHaveAttribute('data-chosen', 'true');
    await expect(state).toContainText('now ');
    await page.getByRole('button', { name: 'Fit' }).click();
    await picture(page, 'figures');
  });

  await test.step('the steps of all applications are drawn over time', async () => {
    await page.getByRole('link', { name: 'Over time' }).click();
    await expect(page.getByRole('region', { name: 'Steps of applications' })).toBeVisible();
    await expectGood(page);
  });

  await test.step('every history conforms to the machine', async () => {
    await page.getByRole('link', { name: 'Conformance' }).click();
    await expect(page.getByText('All steps conform to the statechart.')).toBeVisible();
    await page.getByLabel('Kind').selectOption('public');
    await expect(page).toHaveURL(/[?&]kind=public/);
    await page.getByLabel('Reason').selectOption('guard');
    await expect(page.getByText('No deviation for this reason.')).toBeVisible();
    await expectGood(page);
  });
});
