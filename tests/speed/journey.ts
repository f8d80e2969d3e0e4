import type { Browser, Page } from '@playwright/test';
import type { Persona } from '#demo/testing/personas.ts';
import { type Place, timedPlaces } from './places.ts';
import { contextFor, slowPage, visit } from './visit.ts';

type Actions = Record<string, (page: Page) => Promise<void>>;

/** Actions of a working day, by place. */
const actions: Record<string, Actions> = {
  'sign-in': {
    'types an address': (page) => page.getByLabel('E-mail address').pressSequentially('anna'),
    'ticks the consent': (page) => page.getByLabel(/I have read/).check(),
  },
  list: {
    'opens the row’s menu': (page) =>
      page.getByRole('button', { name: 'More' }).first().click({ force: true }),
    'closes it': (page) => page.keyboard.press('Escape'),
    'opens another list': (page) => page.getByRole('link', { name: 'Termination' }).click(),
  },
  queue: {
    'chooses a row': (page) => page.locator('tbody input[type=checkbox]').first().check(),
    'chooses another': (page) => page.locator('tbody input[type=checkbox]').nth(1).check(),
    'opens the filters': (page) => page.getByRole('button', { name: 'More filters' }).click(),
    'types a search': (page) => page.getByRole('searchbox').first().pressSequentially('now'),
    'sorts by a column': (page) => page.locator('thead a').nth(1).click(),
  },
  case: {
    'chooses a decision': (page) => page.locator('#decision input[type=radio]').first().check(),
    'chooses another': (page) => page.locator('#decision input[type=radio]').last().check(),
    'types the text': (page) =>
      page.locator('#decision textarea').first().pressSequentially('The proof'),
  },
  chart: {
    'enlarges it': (page) => page.getByRole('button', { name: 'Larger' }).click(),
    'chooses a state': (page) => page.locator('main svg [data-state] a').nth(3).click(),
  },
};

/** Interaction delays in ms, by place and action. */
export async function journeyDelays(
  browser: Browser,
  url: string,
  people: Record<Persona['role'], Persona>,
): Promise<Record<string, number[]>> {
  const delays: Record<string, number[]> = {};
  for (const place of timedPlaces(people)) {
    const page = await opened(browser, url, place);
    for (const [name, act] of Object.entries(actions[place.name] ?? {})) {
      await page.evaluate(() => Object.assign(window, { delays: {} }));
      await act(page);
      // The entries arrive in an idle period after the paint.
      await page.waitForFunction(() => Object.keys(Reflect.get(window, 'delays')).length > 0);
      delays[`${place.name}: ${name}`] = await page.evaluate(() =>
        Object.values(Reflect.get(window, 'delays') as Record<string, number>),
      );
    }
    await page.context().close();
  }
  return delays;
}

async function opened(browser: Browser, url: string, place: Place): Promise<Page> {
  const context = await contextFor(browser, url, place, { width: 1440 });
  const page = await slowPage(context);
  await page.addInitScript(() => {
    Object.assign(window, { delays: {} });
    new PerformanceObserver((list) => {
      const delays = Reflect.get(window, 'delays') as Record<string, number>;
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) delays[interactionId] = Math.max(delays[interactionId] ?? 0, duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await visit(page, url, place);
  return page;
}
