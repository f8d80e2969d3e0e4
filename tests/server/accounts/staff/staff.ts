import type { StaffRole } from '#contract/staff-roles.ts';
import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { changeStaff } from '#server/accounts/staff/staff-accounts.ts';
import { authenticator } from '#tests/browser/authenticator.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';

/** Settings of an installation that requires a second factor. */
export const production = {
  MODE: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'https://portal.example.eu',
  SECRET: 'of these tests: more than 32 characters',
  CONTACT_MAILBOX: 'contact@example.eu',
  MAIL_FROM: 'no-reply@example.eu',
  HOLDER_NAME: 'Test Motors',
  AUTHORITY_MAILBOX: 'takes-no-mail',
};

export const startProduction = () => startPortal({ settings: production });

/** Gives an address these roles by the command line, signs in and returns the token. */
export async function signInAs(portal: Portal, email: string, roles: readonly StaffRole[]) {
  await changeStaff(portal.services, COMMAND_LINE, { email, roles });
  // Before, no further code can be requested.
  portal.clock.advance(60_000);
  return portal.signIn(email);
}

/** Code of an authenticator app for a secret in base 32, `steps` of 30 seconds from now. */
export function codeOf(portal: Portal, secret: string, steps = 0): string {
  return authenticator(secret.toUpperCase())(portal.services.now() + steps * 30_000);
}

/** Sets up an app and confirms it. */
export async function setUp(portal: Portal, token: string) {
  const { secret } = await portal.granted('secondFactorBegin', {}, { token });
  const code = codeOf(portal, secret);
  const { recoveryCodes } = await portal.granted('secondFactorConfirm', { code }, { token });
  return { secret, recoveryCodes };
}
