import { expect, type Page } from '@playwright/test';
import { callOverHttp } from '#tests/server/over-http.ts';
import { enterAs, seedPersonas } from '../personas.ts';
import type { RunningPortal } from '../portal.ts';
import type { Gate } from './gate.ts';

/** Signs a person with a vehicle in and opens the first page of an application with an upload area. */
export async function openVehicleStep(page: Page, gate: Gate, portal: RunningPortal) {
  const { owner } = await seedPersonas(portal.url);
  // The account keeps what an earlier walk left in the form.
  await callOverHttp(portal.url, 'draftForget', { name: 'application' }, owner.token);
  await enterAs(page, gate.url, owner);
  await page.goto(`${gate.url}/home/data-acquisition`);
  await page.getByRole('link', { name: 'New application' }).click();
  await expect(page.locator('input[type=file]')).toHaveCount(1);
}
