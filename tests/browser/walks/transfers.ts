import { expect, type Page } from '@playwright/test';
import type { Gate, HeldCall } from './gate.ts';

/** The row of a file in an upload area. */
export const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

export const rowButton = (page: Page, action: 'Cancel' | 'Retry' | 'Remove', name: string) =>
  row(page, name).getByRole('button', { name: `${action} ${name}` });

/** Waits for the held upload of a file. */
export async function transfer(gate: Gate, name: string): Promise<HeldCall> {
  const find = async () => {
    for (const call of gate.waiting('personUploadCert')) {
      await call.receive(1);
      if (call.body().subarray(0, 2000).includes(`filename="${name}"`)) return call;
    }
    return undefined;
  };
  await expect.poll(async () => (await find()) !== undefined, `transfer of ${name}`).toBe(true);
  return (await find()) as HeldCall;
}

/** Cancels or removes a file during its upload, and waits until the upload is aborted. */
export async function cancelTransfer(
  page: Page,
  gate: Gate,
  name: string,
  action: 'Cancel' | 'Remove' = 'Cancel',
) {
  const call = await transfer(gate, name);
  await rowButton(page, action, name).click();
  await call.givenUp();
}

/** Makes the content of a file contradict its extension. */
export function unlikePdf(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  changed.write('none', changed.indexOf('%PDF-'));
  return changed;
}
