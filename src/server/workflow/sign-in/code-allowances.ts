import type { Allowance } from '#server/platform/http/allowances.ts';
import type { Config } from '#server/platform/store/config.ts';
import type { Sender } from './senders.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Limits of the codes that are mailed: per address, per mailbox behind it, per network, in all. One
 * network gets half of what an address is sent, so that it cannot use up what its owner needs. A
 * browser that signed in with the address before has an allowance of its own, which no flood from
 * elsewhere uses up.
 */
export function codeAllowances(config: Config, sender: Sender): Allowance[] {
  const { CODES_PER_ADDRESS, CODES_PER_MAILBOX } = config;
  const { email, network, knownBrowser } = sender;
  if (knownBrowser !== null)
    return [
      {
        kind: 'codes of an address, asked for by a browser',
        subject: `${email}\n${knownBrowser}`,
        count: CODES_PER_ADDRESS,
      },
    ];
  return [
    ...strangersCodeAllowances(config, network),
    { kind: 'codes of a mailbox', subject: mailboxOf(email), count: CODES_PER_MAILBOX },
    { kind: 'codes of an address', subject: email, count: CODES_PER_ADDRESS },
    {
      kind: 'codes of an address, asked for by a network',
      subject: `${email}\n${network}`,
      count: Math.ceil(CODES_PER_ADDRESS / 2),
    },
  ];
}

/** Those of them that hold for strangers of a network, whichever address they name. */
export function strangersCodeAllowances(
  { CODES_IN_ALL, CODES_PER_NETWORK }: Config,
  network: string,
): Allowance[] {
  return [
    { kind: 'codes in all', subject: '', count: CODES_IN_ALL },
    { kind: 'codes of a network', subject: network, count: CODES_PER_NETWORK },
  ];
}

/** Limits of wrong codes beyond the lock: of one network, and for one address from many of them. */
export function tryAllowances(
  config: Config,
  { email, network, knownBrowser }: Sender,
): Allowance[] {
  if (knownBrowser !== null) return [];
  return [
    ...strangersTryAllowances(config, network),
    {
      kind: 'wrong codes for an address',
      subject: email,
      count: config.WRONG_CODES_PER_ADDRESS,
      period: DAY,
    },
  ];
}

/** That of them which holds for strangers of a network, whichever address they name. */
export function strangersTryAllowances(
  { WRONG_CODES_PER_NETWORK }: Config,
  network: string,
): Allowance[] {
  return [{ kind: 'wrong codes of a network', subject: network, count: WRONG_CODES_PER_NETWORK }];
}

/** Mailbox that an address may be another name of: without dots, and without what follows a plus. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return `${name.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
