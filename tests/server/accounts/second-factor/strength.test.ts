import { beforeAll, describe, expect, test } from 'vitest';
import { newReportPassword } from '#server/reports/run-in-worker.ts';
import { setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { lastCode, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startPortal({ settings: { CODES_IN_ALL: '1000' } }));

/** Bits in a text of equally likely characters of an alphabet. */
const bitsOf = (characters: number, alphabet: number) => characters * Math.log2(alphabet);

const distinctAt = (texts: string[], place: number) =>
  new Set(texts.map((text) => text[place])).size;

const ROUNDS = 100;
const tokens: string[] = [];
const codes: string[] = [];
beforeAll(async () => {
  for (let round = 0; round < ROUNDS; round++) {
    tokens.push(await portal.signIn(`guest-${round}@example.eu`));
    codes.push(await lastCode(portal.services, `guest-${round}@example.eu`));
    portal.clock.advance(60_000);
  }
});

describe('a secret is too long to guess:', () => {
  test('a login token: 256 bits', () => {
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(bitsOf(43, 64)).toBeGreaterThanOrEqual(256);
    expect(new Set(tokens).size).toBe(ROUNDS);
    // A token with a constant part would have fewer.
    for (let place = 0; place < 42; place++)
      expect(distinctAt(tokens, place), `place ${place}`).toBeGreaterThan(20);
  });

  test('a verification code: six random digits, with leading zeros', () => {
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    for (let place = 0; place < 6; place++)
      expect(distinctAt(codes, place), `place ${place}`).toBe(10);
    expect(new Set(codes).size).toBeGreaterThan(ROUNDS - 3);
  });

  test('a recovery code: at least 112 bits', async () => {
    const token = await signInAs(portal, 'reviewer@example.eu', ['reviewer']);
    const { secret, recoveryCodes } = await setUp(portal, token);
    const bare = recoveryCodes.map((code) => code.replace(/[^0-9a-z]/gi, ''));
    for (const code of bare) expect(bitsOf(code.length, 32)).toBeGreaterThanOrEqual(112);
    for (let place = 0; place < 25; place++)
      expect(distinctAt(bare, place), `place ${place}`).toBeGreaterThan(1);
    // RFC 4226 section 4: at least 128 bits, and 160 are recommended.
    expect(bitsOf(secret.length, 32)).toBeGreaterThanOrEqual(160);
  });

  test('a report’s password: 128 bits or more', () => {
    const letters = newReportPassword().replaceAll('-', '');
    expect(bitsOf(letters.length, 29)).toBeGreaterThanOrEqual(128);
  });

  test('a file’s id: 128 bits', async () => {
    const content = Buffer.from('%PDF-1.7\n%%EOF\n');
    const sent = { fields: { usage: 'vehicleProof' }, file: { name: 'a.pdf', content } };
    const token = tokens.at(-1);
    const ids: string[] = [];
    for (let count = 0; count < 20; count++)
      ids.push(granted(await portal.upload('personUploadCert', sent, { token })).fileId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(20);
  });
});

describe('the database', () => {
  test('contains neither a token nor the code of a challenge', async () => {
    const sessions = JSON.stringify(await rows(portal.services, 'session'));
    for (const token of tokens) expect(sessions).not.toContain(token);
    const email = 'asking@example.eu';
    await portal.granted('sendCaptcha', { email, privacyAccepted: true });
    const code = await lastCode(portal.services, email);
    const [challenge] = await rows(portal.services, 'challenge', { email });
    expect(challenge?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(challenge)).not.toContain(code);
  });
});
