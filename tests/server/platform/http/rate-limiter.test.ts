import { beforeAll, beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import {
  purgeRateLimits,
  type RateLimit,
  RateLimiter,
} from '#server/platform/http/rate-limiter.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const HOUR = 60 * 60_000;

let services: Services;
let at = 1_000_000;
beforeAll(async () => {
  const { store, location, close } = await freshStore();
  services = { store, config: readConfig(environmentOf(location)), now: () => at };
  return close;
});

const own: RateLimit = { kind: 'codesOfAddress', subject: 'own', count: 1 };
const other: RateLimit = { kind: 'codesOfAddress', subject: 'other', count: 1 };
const take = (...some: RateLimit[]) =>
  services.store.transact((trx) => new RateLimiter(services).consume(trx, some));
const giveBack = (one: RateLimit) =>
  services.store.transact((trx) => new RateLimiter(services).refund(trx, one));
const refused = { code: codes.tooMany };

beforeEach(() => {
  at += 2 * HOUR;
});

test('a refunded use is available again, other uses are not', async () => {
  await take(own, other);
  await expect(take(own)).rejects.toMatchObject(refused);
  await giveBack(own);
  await expect(take(other)).rejects.toMatchObject(refused);
  await take(own);
});

test('the clean-up deletes only limits whose period is over', async () => {
  await take(own);
  at += HOUR / 2;
  await take(other);
  at += HOUR / 2;
  await purgeRateLimits(services);
  await expect(take(other)).rejects.toMatchObject(refused);
  expect(await services.store.db.selectFrom('allowance').select('key').execute()).toHaveLength(1);
  await take(own);
});
