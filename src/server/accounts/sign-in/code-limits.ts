import type { Config } from '#server/platform/config/config.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';
import type { Sender } from './senders.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Limits of the codes that one request takes from. */
export interface CodeAllowances {
  /** Those that nobody elsewhere uses up. */
  own: RateLimit[];
  /** Those that senders elsewhere share. */
  shared: RateLimit[];
  /** Those that hold in place of the shared ones once they are used up. */
  reserve: RateLimit[];
}

/** Codes a day that a mailbox is sent beyond its limit, in codes of that limit. */
const RESERVE = 5;
/** Links that are mailed to a mailbox in a day, to however many names of it. */
const LINKS_PER_MAILBOX = 5;

/**
 * Limits of the codes that are mailed to an address: per address, per mailbox behind it, per network
 * at the address. One network gets half of what an address is sent. Once others have used that up,
 * each network still gets one code a day. A browser that signed in with the address before has a
 * limit of its own. `resetAt`: when the limits of the address were reset.
 */
export function codeAllowances(
  { CODES_PER_ADDRESS, CODES_PER_MAILBOX }: Config,
  { email, network, knownBrowser }: Sender,
  resetAt: number | null,
): CodeAllowances {
  const since = resetAt === null ? [] : [resetAt];
  const subject = (...parts: string[]) => [...parts, ...since].join('\n');
  if (knownBrowser !== null)
    return {
      own: [
        {
          kind: 'codes of an address, asked for by a browser',
          subject: subject(email, knownBrowser),
          count: CODES_PER_ADDRESS,
        },
      ],
      shared: [],
      reserve: [],
    };
  const mailbox = mailboxOf(email);
  return {
    own: [
      {
        kind: 'codes of an address, asked for by a network',
        subject: subject(email, network),
        count: Math.ceil(CODES_PER_ADDRESS / 2),
      },
    ],
    shared: [
      { kind: 'codes of a mailbox', subject: subject(mailbox), count: CODES_PER_MAILBOX },
      { kind: 'codes of an address', subject: subject(email), count: CODES_PER_ADDRESS },
    ],
    reserve: [
      {
        kind: 'codes of a mailbox beyond its limit, asked for by a network',
        subject: subject(mailbox, network),
        count: 1,
        period: DAY,
      },
      {
        kind: 'codes of a mailbox beyond its limit',
        subject: subject(mailbox),
        count: RESERVE * CODES_PER_MAILBOX,
        period: DAY,
      },
    ],
  };
}

/** Limit of the links that are mailed because codes were asked for or entered too often. */
export function linkAllowance(email: string): RateLimit {
  const [subject, count] = [mailboxOf(email), LINKS_PER_MAILBOX];
  return { kind: 'links of a mailbox', subject, count, period: DAY };
}

/** Those of them that hold for strangers of a network, whichever address they name. */
export function strangersCodeAllowances(
  { CODES_IN_ALL, CODES_PER_NETWORK }: Config,
  network: string,
): RateLimit[] {
  return [
    { kind: 'codes in all', subject: '', count: CODES_IN_ALL },
    { kind: 'codes of a network', subject: network, count: CODES_PER_NETWORK },
  ];
}

/**
 * Limits of wrong codes whose browser did not ask for the code: of one network, and for one contact
 * address.
 */
export function tryAllowances(
  config: Config,
  { email, network, knownBrowser, contactOf }: Sender,
): RateLimit[] {
  if (knownBrowser !== null) return [];
  const ofNetwork = strangersTryAllowances(config, network);
  if (contactOf === undefined) return ofNetwork;
  const count = config.WRONG_CODES_PER_ADDRESS;
  return [
    ...ofNetwork,
    { kind: 'wrong codes for a contact address', subject: email, count, period: DAY },
  ];
}

/** That of them which holds for strangers of a network, whichever address they name. */
function strangersTryAllowances({ WRONG_CODES_PER_NETWORK }: Config, network: string): RateLimit[] {
  return [{ kind: 'wrong codes of a network', subject: network, count: WRONG_CODES_PER_NETWORK }];
}

/** Mailbox that an address may be another name of: without dots, and without what follows a plus. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return `${name.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
