import { expect, type Page } from '@playwright/test';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';
import { callsOf } from './settled.ts';

// A page that moves or replaces an element while the button of the mouse is down loses the click.

interface Place {
  role: Persona['role'];
  address: string;
  /** Call whose answer moves the elements of the page. */
  call: keyof typeof endpoints;
}

const CHANGED = 'VD-20991231-CHANGE';
const withRow = <Row>(list: { items: Row[] }) => ({
  ...list,
  items: [{ ...(list.items[0] as Row), number: CHANGED }, ...list.items],
});

const polled: (Place & { changed: (data: never) => object })[] = [
  { role: 'owner', address: '/home/data-acquisition', call: 'history', changed: withRow },
  { role: 'lead', address: '/desk', call: 'deskQueue', changed: withRow },
  {
    role: 'lead',
    address: '/desk/applications/{qualification.underReview}',
    call: 'deskPresence',
    changed: (presence: DataOf<typeof endpoints.deskPresence>) => ({
      ...presence,
      others: [CHANGED],
    }),
  },
];

for (const { changed, ...place } of polled)
  test(`every click on ${place.address} counts, although new data arrive while the button is down`, async ({
    page,
    portal,
  }) => {
    let isChanged = false;
    await page.clock.install();
    const settled = callsOf(page);
    await open(page, portal.url, place, ({ data, ...envelope }) => ({
      ...envelope,
      data: isChanged ? changed(data as never) : data,
    }));
    await page.getByRole('banner').locator('button[aria-haspopup]').waitFor();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await settled();
    const controls = page
      .locator('main')
      .locator('a[href], button:enabled')
      .filter({ visible: true });
    const { length } = await controls.all();
    expect(length).toBeGreaterThan(5);
    const lost: string[] = [];
    for (let index = 0; index < length; index++) {
      // Every other time, what moved returns.
      isChanged = index % 2 === 0;
      const control = await controls.nth(index).elementHandle();
      if (!control) throw new Error('A control has disappeared');
      await control.hover();
      await page.mouse.down();
      await page.clock.fastForward(31_000);
      await settled();
      await page.mouse.up();
      if (!(await control.evaluate((element) => element.hasAttribute('data-clicked'))))
        lost.push(await control.evaluate((element) => element.outerHTML.slice(0, 150)));
      await expect(page.getByText(CHANGED)).toHaveCount(isChanged ? 1 : 0);
    }
    expect(lost).toEqual([]);
  });

test('a click on a form counts, although the details of an earlier one arrive while the button is down', async ({
  page,
  portal,
}) => {
  const pressed = Promise.withResolvers<void>();
  const settled = callsOf(page);
  const address = '/home/data-acquisition/public-sector';
  await open(
    page,
    portal.url,
    { role: 'publicSector', address, call: 'history' },
    async (answer) => {
      await pressed.promise;
      return answer;
    },
  );
  const button = page.getByRole('button', { name: 'Change' });
  await button.hover();
  await page.mouse.down();
  pressed.resolve();
  await settled();
  await page.mouse.up();
  await expect(button).toHaveAttribute('data-clicked');
  await expect(page.getByRole('button', { name: /^Use the details of/ })).toBeVisible();
});

test('the link to ask for a car’s data is shown with the facts about the car, which would move it', async ({
  page,
  portal,
}) => {
  const checked = Promise.withResolvers<void>();
  const place: Place = { role: 'owner', address: '/home/data-acquisition', call: 'ownVehicle' };
  await open(page, portal.url, place, async (answer) => {
    await checked.promise;
    return answer;
  });
  const car = page.getByRole('complementary', { name: 'Your cars' });
  const link = car.getByRole('link', { name: 'Ask for its data' });
  await expect(car.getByRole('heading')).toBeVisible();
  await expect(link).toBeHidden();
  checked.resolve();
  await expect(link).toBeVisible();
});

/** Opens a page on which a click only marks its link or button. */
async function open(
  page: Page,
  url: string,
  { role, address, call }: Place,
  answered: (answer: { data: unknown }) => object,
) {
  const personas = await seedPersonas(url);
  await enterAs(page, url, personas[role]);
  await page.addInitScript(() =>
    addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        (event.target as Element).closest('a, button')?.setAttribute('data-clicked', '');
      },
      true,
    ),
  );
  await page.route(`**${endpoints[call].path}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await answered(await response.json()) });
  });
  await page.goto(url + addressOf(personas.owner, address));
}
