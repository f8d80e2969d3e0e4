import { expect, type Locator, type Page } from '@playwright/test';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { languageCodes } from '#contract/languages.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { violationsOf } from './axe.ts';
import { letterOf, sendButton } from './desk.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';
import { callsOf } from './settled.ts';
import { expectWhole, expectWordsWhole } from './whole-texts.ts';

type Queue = DataOf<typeof endpoints.deskQueue>;
type Case = DataOf<typeof endpoints.deskApplication>;
type Ledger = DataOf<typeof endpoints.deskErasureLedger>;

// The desk of a large data holder: answers of the server with more entries and longer texts.
test.describe.configure({ mode: 'serial' });

const widths = [390, 768, 1440];
const words = 'The regional authority asks again, since the road counts are not yet complete. ';
const textOf = (length: number) => words.repeat(Math.ceil(length / words.length)).slice(0, length);
const LONG = textOf(10_000);
const NAME = textOf(240).trim();
/** Beginning of a purpose that the server sends to lists. */
const BEGINNING = textOf(200);

let personas: Record<Persona['role'], Persona>;
test.beforeAll(async ({ portal }) => {
  personas = await seedPersonas(portal.url);
});

/** Changes the data of a call's answers before the page gets them. */
async function change<Data>(page: Page, path: string, changed: (data: Data) => Data) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    // The response is gone if the page was left in the meantime.
    const answer = await response.json().catch(() => null);
    if (answer === null) return route.abort().catch(() => undefined);
    const { data, ...envelope } = answer;
    await route.fulfill({ response, json: { ...envelope, data: data && changed(data) } });
  });
}

const manyInQueue = (queue: Queue): Queue => ({
  ...queue,
  total: 98_765,
  authorityNotices: { count: 7211, overdue: 7211 },
  counts: (queue.counts ?? []).map(({ state }, index) => ({
    state,
    count: [111, 7211, 98_765][index % 3] as number,
    overdue: [98_765, 111, 7211][index % 3] as number,
    dueToday: 0,
  })),
  items: queue.items.map((item) => ({
    ...item,
    requesterName: NAME,
    dueDay: '1990-01-02',
    isOverdue: true,
  })),
});

/** A resubmitted public-sector request with many entries of every kind. */
function manyAbout(record: Case): Case {
  const many = <Row>(count: number, row: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => row(index));
  const numberOf = (index: number) => `VD-20261101-${String(index).padStart(6, 'W')}`;
  const [entry] = record.history as [Case['history'][number]];
  return {
    ...record,
    othersTotal: 500,
    others: many(20, (index) => ({
      ...record,
      number: numberOf(index),
      state: 'qualification.informationRequired' as const,
    })),
    history: many(500, (revision) => ({ ...entry, revision, text: LONG })),
    notes: many(500, (index) => ({
      id: String(index),
      at: record.createdAt,
      author: 'a-colleague-with-a-long-address@data-holder.example.eu',
      text: textOf(240),
      mentions: [],
      opinion: null,
      changedAt: null,
      earlier: [],
    })),
    alreadyGiven: {
      total: 512,
      items: many(3, (index) => ({
        applicationNumber: numberOf(index),
        departmentName: NAME,
        purpose: BEGINNING,
        dataTypes: ['battery'],
        from: null,
        to: null,
        approvedAt: record.createdAt,
      })),
    },
    resubmission: {
      earlier: numberOf(0),
      fields: [
        { field: 'purpose', before: [textOf(240)], after: [LONG] },
        { field: 'departmentName', before: ['A'], after: [NAME] },
        { field: 'dataTypes', before: ['battery'], after: ['battery', 'trips', 'location'] },
      ],
      added: many(25, (index) => `signed-request-of-the-authority-${index}.pdf`),
      removed: ['a.pdf'],
      kept: ['b.pdf'],
    },
  };
}

/** Texts in columns that are too narrow to read: many lines of few characters. */
const columnsTooNarrow = (part: Locator) =>
  part.evaluate((root) => {
    const narrow: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { parentElement: parent } = texts.currentNode;
      // The headings of a table whose rows are shown as cards are for screen readers only.
      if (parent?.closest('thead') && parent.closest('thead')?.offsetWidth === 1) continue;
      range.selectNodeContents(texts.currentNode);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const text = texts.currentNode.nodeValue?.trim() ?? '';
      // A Chinese character is as wide as two letters.
      const least = /\p{Script=Han}/u.test(text) ? 4 : 8;
      if (lines > 3 && text.length / lines < least) narrow.push(`${lines} lines: ${text}`);
    }
    return narrow.map((text) => text.slice(0, 60));
  });

/** Elements whose text takes more than one line. */
const onSeveralLines = (elements: Locator) =>
  elements.evaluateAll((each) =>
    each.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [element.textContent] : [];
    }),
  );

/** Expects no overflow at each width. */
async function atEachWidth(page: Page, shot: string, check: () => Promise<void>) {
  // The header truncates long addresses intentionally.
  await page.getByRole('banner').evaluate((header) => header.setAttribute('hidden', ''));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await check();
    await expectWhole(page);
    await expectWordsWhole(page);
    expect(await columnsTooNarrow(page.locator('main')), `${shot} at ${width}`).toEqual([]);
  }
}

for (const language of ['en', 'pl', 'zh']) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('numbers of five digits are on one line in the queue', async ({ page, portal }) => {
      await enterAs(page, portal.url, personas.reviewer);
      await change(page, endpoints.deskQueue.path, manyInQueue);
      const settled = callsOf(page);
      await page.goto(`${portal.url}/desk?turn=all`);
      await settled();
      await expect(page.locator('tbody tr').first()).toBeVisible();
      const tiles = page.locator('nav ul > li > a:has(b)');
      await expect(tiles.first()).toBeVisible();
      await atEachWidth(page, `queue-${language}`, async () => {
        expect(await onSeveralLines(tiles.locator('b'))).toEqual([]);
        expect(await onSeveralLines(page.locator('tbody .whole'))).toEqual([]);
        // Counts and their labels stay inside their tile.
        const outside = await tiles.evaluateAll(
          (each) =>
            each.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
        );
        expect(outside).toBe(0);
      });
    });

    test('a case with lists of 500 entries and texts of 10,000 characters can be read', async ({
      page,
      portal,
    }) => {
      await enterAs(page, portal.url, personas.reviewer);
      await change(page, endpoints.deskApplication.path, manyAbout);
      const number = addressOf(personas.publicSector, '{dataRequest.underReview}');
      const settled = callsOf(page);
      await page.goto(`${portal.url}/desk/applications/${number}`);
      await expect(page.locator('#notes')).toBeVisible();
      await settled();
      // A changed answer of a few words takes a line or two, not five.
      const types = await page.locator('tr:has(del)').nth(2).boundingBox();
      expect(types?.height).toBeLessThan(70);
      await atEachWidth(page, `case-${language}`, async () => {
        expect(await onSeveralLines(page.locator('.whole, table th a'))).toEqual([]);
      });
      await expect(page.locator('#history li')).toHaveCount(20);
      await expect(page.locator('#notes ol > li')).toHaveCount(20);
      await expect(page.locator(`a[href="/desk/erasures?sameAs=${number}"]`)).toContainText('509');
      expect(await page.locator('a[href*="sameAs"]').count()).toBe(1);
    });

    test('the register of erasures with long names and purposes can be read', async ({
      page,
      portal,
    }) => {
      await enterAs(page, portal.url, personas.reviewer);
      await change<Ledger>(page, endpoints.deskErasureLedger.path, (ledger) => ({
        total: 512,
        items: ledger.items.map((item) => ({ ...item, departmentName: NAME, purpose: BEGINNING })),
      }));
      const settled = callsOf(page);
      const number = addressOf(personas.publicSector, '{dataRequest.underReview}');
      await page.goto(`${portal.url}/desk/erasures`);
      await expect(page.locator('tbody tr').first()).toBeVisible();
      await settled();
      await page.goto(`${portal.url}/desk/erasures?sameAs=${number}`);
      await settled();
      await atEachWidth(page, `ledger-${language}`, async () => {});
    });
  });
}

for (const locale of languageCodes)
  test.describe(`the bar that offers an undo, in ${locale}`, () => {
    test.use({ locale });

    test('covers nothing that can be pressed', async ({ page, portal }) => {
      await enterAs(page, portal.url, personas.reviewer);
      await page.goto(`${portal.url}/desk`);
      await page.evaluate(() => {
        const one = { applicationNumber: 'VD-20261101-000000', revision: 1 };
        const decided = Array.from({ length: 15 }, () => ({ ...one, until: Date.now() + 600_000 }));
        sessionStorage.setItem('desk:undo', JSON.stringify({ decided }));
      });
      await page.reload();
      const bar = page.locator('section', { has: page.locator('[aria-keyshortcuts="Control+Z"]') });
      await expect(bar).toBeVisible();
      await expect(page.locator('main tbody tr').first()).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await expect(bar).toBeInViewport({ ratio: 1 });
        expect(await coveredBy(bar), `at ${width}`).toEqual([]);
        await page.keyboard.press('End');
        expect(await coveredBy(bar), `at the end, at ${width}`).toEqual([]);
        await page.keyboard.press('Home');
      }
      // A notice, as each decision shows one, leaves the bar visible.
      await page.setViewportSize({ width: 390, height: 800 });
      await page.locator('main').getByRole('link', { name: /^VD-/ }).first().click();
      await expect(page.locator('#notes')).toBeVisible();
      await page.keyboard.press('w');
      const notice = page.locator('[role=status]').filter({ has: page.locator('button') });
      // It stays while the pointer is over it.
      await notice.getByRole('button').hover();
      const [upper, lower] = [await bar.boundingBox(), await notice.boundingBox()];
      expect(lower?.y).toBeGreaterThan((upper?.y ?? Infinity) + (upper?.height ?? 0));
    });
  });

/** Names of the controls that the bar covers where they are now. A focused one would be hidden. */
const coveredBy = (bar: Locator) =>
  bar.evaluate((section) => {
    const over = section.getBoundingClientRect();
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((control) => !section.contains(control) && control.checkVisibility())
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isApart =
          right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom;
        return !isApart;
      })
      .map(({ textContent, id }) => textContent || id);
  });

test('a conflict is visible and has the focus, wherever the button was', async ({
  page,
  portal,
}) => {
  await enterAs(page, portal.url, personas.reviewer);
  let isOutdated = false;
  await change<Case>(page, endpoints.deskApplication.path, (record) => {
    const [entry] = record.history as [Case['history'][number]];
    const later = { ...entry, revision: record.revision + 1, text: textOf(240) };
    return isOutdated
      ? { ...record, revision: later.revision, history: [...record.history, later] }
      : record;
  });
  await page.route(`**${endpoints.deskPassQualification.path}`, (route) => {
    isOutdated = true;
    return route.fulfill({ json: { code: codes.outdated, message: 'Outdated.', data: null } });
  });
  const number = addressOf(personas.owner, '{qualification.underReview}');
  for (const width of [390, 1440]) {
    isOutdated = false;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${portal.url}/desk/applications/${number}`);
    const decision = page.locator('#decision');
    await decision.getByRole('radio').first().check();
    await decision.getByRole('textbox').first().fill(LONG);
    const button = decision.locator('button[type=submit]');
    await button.scrollIntoViewIfNeeded();
    await button.click();
    const conflict = decision.getByRole('alert');
    await expect(conflict, `at ${width}`).toBeFocused();
    // The sticky section links of a case cover the upper edge of the window.
    const isSeen = () =>
      conflict
        .locator('p')
        .first()
        .evaluate((title) => {
          const { left, top, width, height, bottom } = title.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return top >= 0 && bottom <= innerHeight && title.contains(seen);
        });
    await expect.poll(isSeen, `the title's place at ${width}`).toBe(true);
    await expect(conflict).toContainText(LONG.trim());
    await page.evaluate(() => localStorage.clear());
  }
});

test('keys pressed before a case is loaded again decide nothing and report no conflict', async ({
  page,
  portal,
}) => {
  await enterAs(page, portal.url, personas.reviewer);
  const number = addressOf(personas.owner, '{qualification.submitted}');
  await page.goto(`${portal.url}/desk/applications/${number}`);
  const decision = page.locator('#decision');
  await decision.getByRole('radio', { name: 'Start the review' }).check();
  await expect(sendButton(page)).toBeEnabled();
  const held = Promise.withResolvers<void>();
  await page.route(`**${endpoints.deskApplication.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const reload = page.waitForRequest(`**${endpoints.deskApplication.path}`);
  await sendButton(page).click();
  await reload;
  for (const key of ['r', 'Enter', 'p', 'Enter']) await page.keyboard.press(key);
  held.resolve();
  await expect(decision.getByRole('radio', { name: 'Confirm eligibility' })).toBeVisible();
  await expect(page.getByText('The review has started.')).toBeVisible();
  await expect(decision.getByRole('alert')).toHaveCount(0);
  await expect(decision.getByRole('heading', { name: 'Decision' })).toBeFocused();
  // The next key decides on the reloaded case.
  await page.keyboard.press('p');
  await expect(letterOf(page)).toBeVisible();
  await expect(sendButton(page)).toBeEnabled();
});
