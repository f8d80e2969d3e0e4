import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { build } from '#server/build.ts';
import {
  purgeRateLimits,
  type RateLimit,
  RateLimiter,
} from '#server/platform/http/rate-limiter.ts';
import { priorities } from '#server/platform/jobs/queue.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { lastCode, type Portal, rows, startPortal } from '../fixture.ts';
import { askFrom, postFrom } from './browser.ts';

const SECOND = 1000;

/** Starts a portal behind a proxy that it trusts, with these limits and no others. */
const behindProxy = (settings: Record<string, string>) => () =>
  startPortal({ settings: { TRUSTED_PROXIES: 'loopback', ...settings } });

/** Sent at once, not when the response is awaited. */
const get = ({ app }: Pick<Portal, 'app'>, url: string, from: string) =>
  app.inject({ url, headers: { 'x-forwarded-for': from } }).then((response) => response);

describe('an address', () => {
  const portal = portalOfTest(behindProxy({ CODES_PER_ADDRESS: '4' }));
  const again = async (from: string) => {
    portal.clock.advance(30 * SECOND);
    return askFrom(portal, 'owner@example.eu', from);
  };

  test('gets codes up to its limit, then one code a day for each network, then a link', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) expectCode(await again(`192.0.2.${number}`), codes.ok);
    for (const number of [5, 6]) {
      const refused = await again(`192.0.2.${number}`);
      expect(refused.status).toBe(423);
      expectCode(refused, codes.linkNeeded);
    }
    expectCode(await again('192.0.2.7'), codes.ok);
    // Seven codes and one link.
    expect(await rows(portal.services, 'mail')).toHaveLength(8);
  });

  test('still gets codes for other networks after one network reached its limit, whose error says how long to wait', async () => {
    for (const _ of [1, 2]) expectCode(await again('192.0.2.1'), codes.ok);
    const refused = await again('192.0.2.1');
    expect(refused).toMatchObject({
      status: 429,
      code: codes.tooMany,
      message:
        'Too many codes were asked for with this e-mail address. Please try again in 29 minutes.',
      data: { retryAfter: 29 * 60, rateLimit: 'codesOfAddressByNetwork' },
    });
    expect(refused.response.headers['retry-after']).toBe(String(29 * 60));
    expectCode(await askFrom(portal, 'owner@example.eu', '198.51.100.7'), codes.ok);
    portal.clock.advance(29 * 60 * SECOND);
    expectCode(await again('192.0.2.1'), codes.ok);
  });

  test('has one limit for all processes of a database, and rejected requests do not count', async () => {
    const other = await build(portal.services);
    try {
      for (const app of [portal.app, other]) {
        portal.clock.advance(30 * SECOND);
        expectCode(await askFrom({ app }, 'owner@example.eu', '192.0.2.9'), codes.ok);
      }
      portal.clock.advance(30 * SECOND);
      for (let count = 0; count < 20; count++)
        for (const app of [portal.app, other])
          expectCode(await askFrom({ app }, 'owner@example.eu', '192.0.2.9'), codes.tooMany);
      portal.clock.advance(30 * 60 * SECOND);
      expectCode(await askFrom({ app: other }, 'owner@example.eu', '192.0.2.9'), codes.ok);
    } finally {
      await other.close();
    }
  });
});

describe('a mailbox', () => {
  const portal = portalOfTest(behindProxy({ CODES_PER_MAILBOX: '3' }));

  test('has one limit for all spellings of its address with plus signs and dots', async () => {
    const names = ['jan.nowak', 'jannowak+a', 'j.a.n.nowak+b', 'jannowak+c', 'jan.nowak+d'];
    const answers = await Promise.all(names.map((name) => askFrom(portal, `${name}@example.eu`)));
    // Three of the mailbox, and one more for the network.
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      ...Array(4).fill(codes.ok),
      codes.linkNeeded,
    ]);
    expectCode(await askFrom(portal, 'jan.nowak@example.com'), codes.ok);
  });

  test('gets five links a day over all spellings of its address', async () => {
    const answers = [];
    for (let index = 0; index < 12; index++)
      answers.push((await askFrom(portal, `jannowak+${index}@example.eu`)).code);
    expect(answers).toEqual([
      ...Array(4).fill(codes.ok),
      ...Array(5).fill(codes.linkNeeded),
      ...Array(3).fill(codes.tooMany),
    ]);
    expect(await rows(portal.services, 'mail')).toHaveLength(9);
  });
});

describe('without a trusted proxy', () => {
  const portal = portalOfTest(() => startPortal({ settings: { CODES_PER_NETWORK: '2' } }));

  test('X-Forwarded-For does not change the network of a caller', async () => {
    const answers = [];
    for (const number of [1, 2, 3])
      answers.push(
        (await askFrom(portal, `person-${number}@example.eu`, `192.0.2.${number}`)).code,
      );
    expect(answers).toEqual([codes.ok, codes.ok, codes.tooMany]);
  });
});

describe('the installation', () => {
  const portal = portalOfTest(behindProxy({ CODES_IN_ALL: '3' }));

  test('mails a limited number of codes, also when they are requested concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        askFrom(portal, `person-${index}@example.eu`, `192.0.2.${index}`),
      ),
    );
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(3);
    expect(await rows(portal.services, 'mail')).toHaveLength(3);
    expect(await rows(portal.services, 'challenge')).toHaveLength(3);
    const limits = JSON.stringify(await rows(portal.services, 'allowance'));
    expect(limits).not.toMatch(/person|192\.0\.2/);
  });

  test('counts correctly while replenished rate limits are deleted concurrently', async () => {
    const { services } = portal;
    const rateLimiter = new RateLimiter(services);
    // Replenished after a millisecond, so that each deletion finds it.
    const busy = { subject: 'busy', count: 1000, period: 1000 };
    const limit: RateLimit = { kind: 'codesInAll', ...busy };
    const take = () => services.store.transact((trx) => rateLimiter.consume(trx, [limit]));
    for (let round = 0; round < 40; round++) {
      portal.clock.advance(SECOND);
      await Promise.all([take(), purgeRateLimits(services), take(), purgeRateLimits(services)]);
    }
  });
});

describe('wrong codes', () => {
  const portal = portalOfTest(behindProxy({ WRONG_CODES_PER_NETWORK: '6' }));
  const submit = (email: string, code: string, from?: string) =>
    postFrom(portal, 'login', { email, code }, from);

  test('from one network are limited over all addresses', async () => {
    const answers = [];
    for (let index = 0; index < 7; index++) {
      const email = `person-${index}@example.eu`;
      await askFrom(portal, email);
      const code = await lastCode(portal.services, email);
      answers.push((await submit(email, code === '000000' ? '1'.repeat(6) : '000000')).code);
    }
    expect(answers).toEqual([...Array(6).fill(codes.wrongCode), codes.tooMany]);
    // Other networks can continue.
    portal.clock.advance(SECOND);
    await askFrom(portal, 'person-0@example.eu', '198.51.100.2');
    const code = await lastCode(portal.services, 'person-0@example.eu');
    expectCode(await submit('person-0@example.eu', code, '198.51.100.2'), codes.ok);
  });

  test('count towards the limit, correct codes do not', async () => {
    for (let index = 0; index < 10; index++) {
      const email = `person-${index}@example.eu`;
      await askFrom(portal, email);
      expectCode(await submit(email, await lastCode(portal.services, email)), codes.ok);
    }
  });
});

describe('calls', () => {
  const GATEWAY = randomBytes(32).toString('hex');
  const portal = portalOfTest(behindProxy({ CALLS_PER_NETWORK: '20', INGEST_TOKEN: GATEWAY }));

  test.each([
    ['without the token of a gateway are limited', undefined, 429],
    ['with another token are limited', `Bearer ${'b'.repeat(32)}`, 429],
    ['with the token are not limited', `Bearer ${GATEWAY}`, 200],
  ])('to /ingest %s', async (_, authorization, status) => {
    const type = { 'content-type': 'application/x-ndjson' };
    const headers = { ...type, ...(authorization && { authorization }) };
    const send = () =>
      portal.app.inject({ method: 'POST', url: '/ingest/v1/samples', headers, payload: 'none' });
    for (let count = 0; count < 20; count++) await send();
    const last = await send();
    expect(last.statusCode, last.body).toBe(status);
    expect(last.headers['retry-after']).toEqual(status === 429 ? expect.any(String) : undefined);
  });

  test('are limited for each network, also calls of unknown paths', async () => {
    const addresses = [endpoints.greeting.path, endpoints.currentUser.path, '/nothing'];
    const answers = [];
    for (let count = 0; count < 24; count++)
      answers.push(await get(portal, addresses[count % 3] as string, '192.0.2.1'));
    const refused = answers.slice(20);
    for (const response of answers.slice(0, 20))
      expect(response.statusCode, response.body).not.toBe(429);
    for (const response of refused) {
      expect(response.statusCode, response.body).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(Object.keys(response.json())).toEqual(['code', 'message', 'data']);
    }
    const { statusCode, body } = await get(portal, endpoints.greeting.path, '192.0.2.2');
    expect(statusCode, body).toBe(200);
    // Built files have a separate limit, four times that of calls.
    const statuses: number[] = [];
    for (let count = 0; count < 82; count++)
      statuses.push((await get(portal, '/assets/nothing.js', '192.0.2.1')).statusCode);
    expect(statuses).toEqual([...Array(80).fill(404), 429, 429]);
    expect((await get(portal, '/assets/nothing.js', '192.0.2.2')).statusCode).toBe(404);
  });
});

describe('responses in progress', () => {
  const LIMIT = 500;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const portal = portalOfTest(async () => {
    const opened = await behindProxy({})();
    opened.app.get('/held', { schema: { hide: true } }, () => released);
    return opened;
  });

  test('are limited for each network; a response that was sent no longer counts', async () => {
    const held = Array.from({ length: LIMIT }, () => get(portal, '/held', '192.0.2.1'));
    const { statusCode, headers } = await get(portal, endpoints.greeting.path, '192.0.2.1');
    expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
    expect((await get(portal, endpoints.greeting.path, '192.0.2.2')).statusCode).toBe(200);
    release();
    await Promise.all(held);
    expect((await get(portal, endpoints.greeting.path, '192.0.2.1')).statusCode).toBe(200);
  });
});

describe('the priority of a code’s mail', () => {
  const portal = portalOfTest(startPortal);

  test('is higher for an address with an account than for a stranger', async () => {
    await portal.signIn('owner@example.eu');
    portal.clock.advance(30 * SECOND);
    await portal.call('sendCaptcha', { email: 'stranger@example.eu', privacyAccepted: true });
    await portal.call('sendCaptcha', { email: 'owner@example.eu', privacyAccepted: true });
    const jobs = await rows(portal.services, 'job', { kind: 'mail' });
    const mails = await rows(portal.services, 'mail');
    const priorityOf = (recipient: string) => {
      const mailed = mails.filter((one) => one.recipient === recipient).map(({ id }) => id);
      return jobs.filter(({ subject }) => mailed.includes(subject)).map(({ priority }) => priority);
    };
    expect(priorityOf('owner@example.eu')).toContain(priorities.urgent);
    expect(priorityOf('stranger@example.eu')).toEqual([priorities.prompt]);
  });
});
