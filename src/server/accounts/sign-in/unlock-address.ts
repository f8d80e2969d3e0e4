import { randomBytes } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { beginLink, hasFreshLink } from './address-limits.ts';
import { priorityOf } from './challenges.ts';
import { linkAllowance } from './code-limits.ts';
import { floodMail } from './code-mail.ts';
import { linkDigests, type Sender } from './senders.ts';

/**
 * Mails the owner of an address, whose limits others used up, the link that resets them; not if one
 * was mailed within a day. Returns the refusal to answer.
 * @throws {ApiError} `tooMany` when other names of the mailbox were mailed too many links
 */
export async function mailLink(
  services: Services,
  {
    sender: { email },
    language,
    rateLimiter,
  }: { sender: Sender; language: Language; rateLimiter: RateLimiter },
): Promise<ApiError> {
  const { config, store, now } = services;
  const at = now();
  const refused = new ApiError(codes.linkNeeded);
  const limits = await store.db
    .selectFrom('address_limit')
    .select(['link_digest', 'link_mailed_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (hasFreshLink(limits, at)) return refused;
  const allowance = linkAllowance(email);
  rateLimiter.rejectIfLimited([allowance]);
  const token = randomBytes(32).toString('base64url');
  const [digest] = linkDigests(config, token);
  await store.transact(async (trx) => {
    if (!(await beginLink(trx, { email, digest, at }))) return;
    await rateLimiter.consume(trx, [allowance]);
    const url = `${config.PUBLIC_URL ?? ''}/login#lift=${token}`;
    await postMail(trx, {
      ...floodMail(language, { email, url }),
      recipient: email,
      language,
      at,
      priority: await priorityOf(trx, email),
    });
  });
  return refused;
}
