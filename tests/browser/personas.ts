import { expect, type Page } from '@playwright/test';
import { codes } from '#contract/codes.ts';
import type { Envelope } from '#contract/envelope.ts';
import { cookieNames } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';

/**
 * Creates the personas of a test installation, missing applications and new logins. Each set has
 * its own requesters; all sets share the staff.
 */
export async function seedPersonas(
  url: string,
  set = 1,
): Promise<Record<Persona['role'], Persona>> {
  const answer = await fetch(`${url}/server/test/personas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ set }),
  });
  const { code, message, data } = (await answer.json()) as Envelope<Persona[]>;
  expect(code, message).toBe(codes.ok);
  return Object.fromEntries(data.map((persona) => [persona.role, persona])) as never;
}

/** Sets the cookies of a persona's login and of a cookie choice. */
export async function enterAs(page: Page, url: string, { token }: Persona): Promise<void> {
  await page.context().addCookies([
    { name: cookieNames.login, value: token, url },
    { name: cookieNames.consent, value: 'necessary.test', url },
  ]);
}

/** Replaces `{state}` in an address by the number of the persona's application in that state. */
export function addressOf({ applications }: Persona, place: string): string {
  return place.replace(/\{(.*)\}/, (_, state) => {
    const found = applications.find((application) => application.state === state);
    if (!found) throw new Error(`The persona has no application in ${state}`);
    return found.number;
  });
}
