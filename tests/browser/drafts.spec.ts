import { expect, type Page } from '@playwright/test';
import { chooseInAccount, expectAccessible, signIn, test } from './portal.ts';
import { callsOf } from './settled.ts';

const NEW = '/home/data-acquisition/new/about-you';
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();
const unsaved = (page: Page) => expect(page.getByText(/^Not saved yet/)).toBeVisible();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('typed input survives a killed server, a reload, a lost connection and a second tab', async ({
  page,
  context,
  portal,
}) => {
  const settled = callsOf(page);
  // The menu preloads dialogs. If a style sheet fails to load, axe loads and inserts it, which the
  // content security policy forbids.
  const loaded = async () => {
    await field(page, 'First name').waitFor();
    await page.getByRole('banner').locator('button[aria-haspopup]').waitFor();
    await settled();
  };
  await page.goto(portal.url + NEW);
  await signIn(page, portal, 'owner@example.eu');
  await loaded();
  await portal.killed(async () => {
    await field(page, 'First name').fill('Anna');
    await unsaved(page);
    await expectAccessible(page);
  });
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('Anna');
  await saved(page);
  await loaded();

  await context.setOffline(true);
  await field(page, 'Last name').fill('Nowak');
  await unsaved(page);
  await context.setOffline(false);
  await saved(page);

  const other = await context.newPage();
  await other.goto(portal.url + NEW);
  await expect(field(other, 'Last name')).toHaveValue('Nowak');
  await field(other, 'First name').fill('Anne');
  await saved(other);
  await field(page, 'City').fill('Gdynia');
  await expect(page.getByText('This form was changed in another tab')).toBeVisible();
  await expectAccessible(page);
  await expect(field(page, 'City')).toHaveValue('Gdynia');
  await page.reload();
  await expect(field(page, 'City')).toHaveValue('Gdynia');
  await page.getByRole('button', { name: 'Use the other version' }).press('Enter');
  await expect(field(page, 'First name')).toHaveValue('Anne');
  await expect(field(page, 'City')).toHaveValue('');

  await context.setOffline(true);
  await field(other, 'City').fill('Sopot');
  await unsaved(other);
  await context.setOffline(false);
  await saved(other);
  await chooseInAccount(page, 'Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(`${portal.url}/role`);
    expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  }
});
