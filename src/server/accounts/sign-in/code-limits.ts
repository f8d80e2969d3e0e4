import type { RateLimitName } from '#contract/error-data.ts';
import { DAY } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';
import type { Sender } from './senders.ts';

/** Multiple of its limit that a mailbox may get per day after the limit is used up. */
const RESERVE = 5;
const LINKS_PER_MAILBOX = 5;

/**
 * Limits of the codes mailed to an address: per address, per mailbox behind it, and per network
 * that uses the address. One network gets half of the limit of the address. Once the shared limits
 * are used up, each network still gets one code per day. A browser that has signed in with the
 * address before has its own limit.
 * @param resetAt when the limits of the address were last reset
 */
export function codeLimits(
  { CODES_PER_ADDRESS, CODES_PER_MAILBOX }: Config,
  { email, network, knownBrowser }: Sender,
  resetAt: number | null,
) {
  const limit = (kind: RateLimitName, parts: string[], count: number): RateLimit => ({
    kind,
    subject: [...parts, ...(resetAt === null ? [] : [resetAt])].join('\n'),
    count,
  });
  if (knownBrowser !== null) {
    const own = [limit('codesOfAddressByBrowser', [email, knownBrowser], CODES_PER_ADDRESS)];
    return { own, shared: [], reserve: [] };
  }
  const mailbox = mailboxOf(email);
  return {
    own: [limit('codesOfAddressByNetwork', [email, network], Math.ceil(CODES_PER_ADDRESS / 2))],
    shared: [
      limit('codesOfMailbox', [mailbox], CODES_PER_MAILBOX),
      limit('codesOfAddress', [email], CODES_PER_ADDRESS),
    ],
    reserve: [
      { ...limit('codesBeyondMailboxByNetwork', [mailbox, network], 1), period: DAY },
      { ...limit('codesBeyondMailbox', [mailbox], RESERVE * CODES_PER_MAILBOX), period: DAY },
    ],
  };
}

export function networkCodeLimits(
  { CODES_IN_ALL, CODES_PER_NETWORK }: Config,
  { knownBrowser, network }: Sender,
): RateLimit[] {
  if (knownBrowser !== null) return [];
  return [
    { kind: 'codesInAll', subject: '', count: CODES_IN_ALL },
    { kind: 'codesOfNetwork', subject: network, count: CODES_PER_NETWORK },
  ];
}

export function wrongCodeLimits(
  { WRONG_CODES_PER_NETWORK, WRONG_CODES_PER_ADDRESS }: Config,
  { email, network, knownBrowser, contactOf }: Sender,
): RateLimit[] {
  if (knownBrowser !== null) return [];
  const ofNetwork: RateLimit = {
    kind: 'wrongCodesOfNetwork',
    subject: network,
    count: WRONG_CODES_PER_NETWORK,
  };
  if (contactOf === undefined) return [ofNetwork];
  const ofAddress = { subject: email, count: WRONG_CODES_PER_ADDRESS, period: DAY };
  return [ofNetwork, { kind: 'wrongCodesOfAddress', ...ofAddress }];
}

export function linkLimit(email: string): RateLimit {
  const [subject, count] = [mailboxOf(email), LINKS_PER_MAILBOX];
  return { kind: 'linksOfMailbox', subject, count, period: DAY };
}

/**
 * Normalizes an e-mail address so that aliases of one mailbox count as one: removes dots and any
 * `+` suffix from the local part.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return `${name.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
