import type { Page } from '@playwright/test';

/** A device of the page's browser that makes passkeys, with a user who is always there and verified. */
export async function passkeyDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return { session, ...(await session.send('WebAuthn.addVirtualAuthenticator', { options })) };
}
