import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app: RFC 6238 from a key in base 32 as a person types it; shares no code with the server. */
export function authenticator(key: string): (at: number) => string {
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return (at) => {
    const step = Buffer.alloc(8);
    step.writeUInt32BE(Math.floor(at / 30_000), 4);
    const mac = createHmac('sha1', secret).update(step).digest();
    const offset = mac.readUInt8(19) % 16;
    return String((mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0');
  };
}

/** Sets up an app on the page that asks for it, up to the saved recovery codes. */
export async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I have an app: start' }).click();
  const app = authenticator(await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText());
  await page.getByLabel('Code of your authenticator app').fill(app(Date.now()));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('I have saved the recovery codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}
