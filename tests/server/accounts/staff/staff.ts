import type { StaffRole } from '#contract/staff-roles.ts';
import { COMMAND_LINE, changeStaff } from '#server/accounts/staff/staff-accounts.ts';
import { stepOf, totpCode } from '#server/workflow/second-factor/totp.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';
import { granted } from '#tests/server/seeded-portal.ts';

/** Settings of an installation where the second factor is no choice. */
export const production = {
  MODE: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'https://portal.example.eu',
  SECRET: 'of these tests, more than 32 characters',
  CONTACT_MAILBOX: 'contact@example.eu',
  MAIL_FROM: 'no-reply@example.eu',
  HOLDER_NAME: 'Test Motors',
};

export const startProduction = () => startPortal({ settings: production });

/** Signs in who has these roles, as the command line gave them; answers a token. */
export async function signInAs(portal: Portal, email: string, roles: readonly StaffRole[]) {
  await changeStaff(portal.services, COMMAND_LINE, { email, roles });
  // No sooner may a further code be asked for.
  portal.clock.advance(60_000);
  return portal.signIn(email);
}

/** What an authenticator app shows for a secret in base 32, `steps` of 30 seconds from now. */
export function codeOf(portal: Portal, secret: string, steps = 0): string {
  return totpCode(bytesOf(secret), stepOf(portal.services.now()) + steps);
}

/** Sets up an app and confirms it. */
export async function setUp(portal: Portal, token: string) {
  const { secret } = granted(await portal.call('secondFactorBegin', {}, { token }));
  const code = codeOf(portal, secret);
  const { recoveryCodes } = granted(await portal.call('secondFactorConfirm', { code }, { token }));
  return { secret, recoveryCodes };
}

/** RFC 4648 base 32, read by other code than writes it. */
function bytesOf(text: string): Buffer {
  let value = 0n;
  for (const letter of text)
    value = value * 32n + BigInt('abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter));
  return Buffer.from(value.toString(16).padStart((text.length * 5) / 4, '0'), 'hex');
}
