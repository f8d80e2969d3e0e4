import { codes } from '#contract/codes.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBacklogged } from '#server/platform/jobs/queue.ts';
import { challenges } from './challenges.ts';
import { refusedRequest } from './refused-codes.ts';
import { isStranger, type Sender, senderKeys } from './senders.ts';

/** Mails to strangers that may wait: a code that would leave minutes later is refused at once. */
const MOST_WAITING = 500;
/** Seconds after which that is worth another try. */
const RETRY_AFTER = 1;

/**
 * Refuses what the challenge will not take, and a stranger while the mail server is behind, without
 * a transaction.
 * @throws {ApiError} `locked`, `tooSoon` or `unavailable`
 */
export async function requirePossible(
  { config, store }: Services,
  sender: Sender,
  event: ChallengeEvent & { type: 'code.request' },
): Promise<void> {
  const row = await store.db
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', sender.email)
    .where('sender', '=', senderKeys(config, sender)[0])
    .executeTakeFirst();
  const challenge = row && challenges.restore(row);
  if (challenge && !challenge.can(event)) throw refusedRequest(challenge, event.at);
  if (!isStranger(sender)) return;
  const mails = { kind: 'mail', priority: 'prompt', at: event.at, count: MOST_WAITING } as const;
  if (await isBacklogged(store, mails))
    throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER });
}
