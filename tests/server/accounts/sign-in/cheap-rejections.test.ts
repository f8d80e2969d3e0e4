import { describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { cookieNames } from '#contract/limits.ts';
import { askFrom, postFrom } from '#tests/server/accounts/browser.ts';
import { lastCode, type Portal, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const limits = {
  TRUSTED_PROXIES: 'loopback',
  CODES_PER_NETWORK: '2',
  WRONG_CODES_PER_NETWORK: '2',
  COOKIE_CHOICES_PER_NETWORK: '2',
};

function expectBusy({ code, response }: Awaited<ReturnType<typeof askFrom>>) {
  expect([code, response.headers['retry-after']]).toEqual([codes.unavailable, '1']);
}

/** Counts the queries and transactions of a portal from now on. */
function statements({ services: { store } }: Portal) {
  const spies = (['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'] as const).map((name) =>
    vi.spyOn(store.db, name),
  );
  const transactions = vi.spyOn(store, 'transact');
  const count = (all: { mock: { calls: unknown[] } }[]) =>
    all.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  return { alone: () => count(spies), transactions: () => count([transactions]) };
}

describe('a call over a limit', () => {
  const portal = portalOfTest(() => startPortal({ settings: limits }));

  test('needs no query if it requests a code', async () => {
    const answers = [];
    for (const name of ['a', 'b', 'c'])
      answers.push((await askFrom(portal, `${name}@example.eu`)).code);
    expect(answers).toEqual([codes.ok, codes.ok, codes.tooMany]);
    const { alone, transactions } = statements(portal);
    const refused = Array.from({ length: 50 }, (_, index) =>
      askFrom(portal, `bogus-${index}@example.eu`, '192.0.2.1', { [cookieNames.session]: 'visit' }),
    );
    for (const { code } of await Promise.all(refused)) expect(code).toBe(codes.tooMany);
    expect([alone(), transactions()]).toEqual([0, 0]);
  });

  test('needs at most one query if it submits a wrong code', async () => {
    const visit = { [cookieNames.session]: 'visit' };
    const submit = (name: string, cookies = {}) => {
      const input = { email: `${name}@example.eu`, code: '000000' };
      return postFrom(portal, 'login', input, '192.0.2.1', cookies);
    };
    const answers = [];
    for (const name of ['a', 'b', 'c']) answers.push((await submit(name)).code);
    expect(answers).toEqual([codes.expiredCode, codes.expiredCode, codes.tooMany]);
    const { alone, transactions } = statements(portal);
    for (let index = 0; index < 20; index++)
      expect((await submit(`bogus-${index}`)).code).toBe(codes.tooMany);
    expect([alone(), transactions()]).toEqual([0, 0]);
    // One query: whether this visit requested the code.
    for (let index = 0; index < 20; index++)
      expect((await submit(`bogus-${index}`, visit)).code).toBe(codes.tooMany);
    expect([alone(), transactions()]).toEqual([20, 0]);
  });

  test('needs no query if it records a cookie choice', async () => {
    const choose = (from?: string) => postFrom(portal, 'cookieRecord', { functional: true }, from);
    const answers = [];
    for (let times = 0; times < 3; times++) answers.push((await choose()).code);
    expect(answers).toEqual([codes.ok, codes.ok, codes.tooMany]);
    const { alone, transactions } = statements(portal);
    for (let times = 0; times < 20; times++) expect((await choose()).code).toBe(codes.tooMany);
    expect([alone(), transactions()]).toEqual([0, 0]);
    expect((await choose('192.0.2.2')).code).toBe(codes.ok);
  });

  const again = { email: 'a@example.eu', privacyAccepted: true };
  const link = { token: 'a'.repeat(43) };
  test.each([
    ['one query if it requests a further code too soon', codes.tooSoon, 'sendCaptcha', again, 1],
    ['two queries if it has an invented link', codes.unknownLink, 'liftLock', link, 2],
  ] as const)('writes nothing and makes %s', async (_, expected, name, input, reads) => {
    await askFrom(portal, 'a@example.eu');
    const { alone, transactions } = statements(portal);
    expect((await postFrom(portal, name, input)).code).toBe(expected);
    expect([alone(), transactions()]).toEqual([reads, 0]);
  });
});

describe('with many concurrent strangers', () => {
  const settings = { TRUSTED_PROXIES: 'loopback', CODES_PER_NETWORK: '100' };
  const portal = portalOfTest(() => startPortal({ settings }));
  const EMAIL = 'owner@example.eu';

  /** Blocks transactions until `release`; counts the blocked ones. */
  function hold({ services: { store } }: Portal) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const transact = store.transact;
    const held = vi.spyOn(store, 'transact').mockImplementation(async (work) => {
      await promise;
      return transact(work);
    });
    return { release, startedCount: () => held.mock.calls.length };
  }

  test('requests beyond the queue’s capacity get 503 with a time to retry', async () => {
    const { release, startedCount } = hold(portal);
    const waiting = Array.from({ length: 104 }, (_, index) =>
      askFrom(portal, `bogus-${index}@example.eu`, `10.0.${index}.1`),
    );
    await expect.poll(startedCount).toBe(4);
    expectBusy(await askFrom(portal, 'new@example.eu', '192.0.2.1'));
    release();
    for (const { code } of await Promise.all(waiting)) expect(code).toBe(codes.ok);
    expect((await askFrom(portal, EMAIL)).code).toBe(codes.ok);
  });

  test('known browsers and browsers with a bound code are served first', async () => {
    await askFrom(portal, EMAIL, '198.51.100.1');
    const code = await lastCode(portal.services, EMAIL);
    const { response } = await postFrom(portal, 'login', { email: EMAIL, code }, '198.51.100.1');
    const known = response.cookies.find(({ name }) => name === cookieNames.browser)?.value ?? '';
    const visit = { [cookieNames.session]: 'a visit of its own' };
    await askFrom(portal, 'new@example.eu', '198.51.100.2', visit);
    const email = 'new@example.eu';
    const bound = { email, code: await lastCode(portal.services, email) };

    const { release, startedCount } = hold(portal);
    const strangers = Array.from({ length: 20 }, (_, index) =>
      askFrom(portal, `bogus-${index}@example.eu`, `10.0.0.${index}`),
    );
    await expect.poll(startedCount).toBe(4);
    const first = [
      askFrom(portal, EMAIL, '198.51.100.9', { [cookieNames.browser]: known }),
      postFrom(portal, 'login', bound, '203.0.113.1', visit),
    ];
    await expect.poll(startedCount).toBe(6);
    release();
    for (const { code } of await Promise.all([...strangers, ...first])) expect(code).toBe(codes.ok);
  });
});
