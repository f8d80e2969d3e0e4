import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { CodeWording } from '#server/accounts/sign-in/challenges.ts';
import { requestCode, submitCode } from '#server/accounts/sign-in/codes.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Caller } from '#server/platform/http/route.ts';

export function contactCodes(services: Services) {
  const rateLimiter = new RateLimiter(services);
  const sending = (email: string, { account, request, language }: Caller<Account>) => ({
    sender: {
      email,
      network: networkOf(request),
      // Not bound to a visit: the user may continue in another browser.
      visit: null,
      knownBrowser: null,
      contactOf: account.id,
    },
    language,
    rateLimiter,
  });

  return {
    request: (email: string, caller: Caller<Account>, wording: CodeWording) =>
      lockAsLimit(services, requestCode(services, { ...sending(email, caller), wording })),

    submit: (
      email: string,
      caller: Caller<Account>,
      code: string,
      confirm: (trx: Transaction<Schema>, at: number) => Promise<void>,
    ) =>
      lockAsLimit(
        services,
        submitCode(services, sending(email, caller), code, async (trx, at) => {
          await confirm(trx, at);
          return email;
        }),
      ),
  };
}

/** Replaces `locked` by `tooMany`, because wrong contact codes do not lock the sign-in. */
async function lockAsLimit({ now }: Services, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== codes.locked) throw error;
    const until = error.data?.lockedUntil ?? now();
    const retryAfter = Math.ceil((until - now()) / 1000);
    throw new ApiError(codes.tooMany, { retryAfter, rateLimit: 'wrongCodesOfAddress' });
  }
}
