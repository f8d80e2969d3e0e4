import { expect, test } from 'vitest';
import { relyingParty } from '#server/accounts/second-factor/passkey-store.ts';
import { readConfig } from '#server/platform/config/config.ts';

const partyAt = (PUBLIC_URL?: string) =>
  relyingParty(readConfig({ PUBLIC_URL, HOLDER_NAME: 'Test Motors' }));

test.each([
  ['https://portal.example.eu', 'portal.example.eu', 'https://portal.example.eu'],
  ['https://portal.example.eu:8443/', 'portal.example.eu', 'https://portal.example.eu:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('passkeys are made for the domain of %s', (url, id, origin) => {
  expect(partyAt(url)).toEqual({ id, name: 'Test Motors', origin });
});

test.each([undefined, 'http://127.0.0.1:3000', 'https://10.0.0.7', 'https://[2001:db8::1]'])(
  'there are none at %s',
  (url) => {
    expect(partyAt(url)).toBeNull();
  },
);
