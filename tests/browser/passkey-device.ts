import type { Page } from '@playwright/test';

/** Adds a virtual authenticator for passkeys, whose user is always present and verified. */
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
