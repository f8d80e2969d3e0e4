import type { Allowance } from '#server/platform/http/allowances.ts';
import type { Config } from '#server/platform/store/config.ts';

/**
 * Limits of the codes that are mailed: per address, per mailbox behind it, per network, in all. One
 * network gets half of what an address is sent, so that it cannot use up what its owner needs.
 */
export function codeAllowances(config: Config, email: string, network: string): Allowance[] {
  const { CODES_PER_ADDRESS, CODES_PER_MAILBOX, CODES_PER_NETWORK, CODES_IN_ALL } = config;
  return [
    { kind: 'codes in all', subject: '', perHour: CODES_IN_ALL },
    { kind: 'codes of a network', subject: network, perHour: CODES_PER_NETWORK },
    { kind: 'codes of a mailbox', subject: mailboxOf(email), perHour: CODES_PER_MAILBOX },
    { kind: 'codes of an address', subject: email, perHour: CODES_PER_ADDRESS },
    {
      kind: 'codes of an address, asked for by a network',
      subject: `${email}\n${network}`,
      perHour: Math.ceil(CODES_PER_ADDRESS / 2),
    },
  ];
}

/** Limit of the wrong codes that come from a network, for whichever addresses. */
export function tryAllowance(config: Config, network: string): Allowance {
  const { WRONG_CODES_PER_NETWORK: perHour } = config;
  return { kind: 'wrong codes of a network', subject: network, perHour };
}

/** Mailbox that an address may be another name of: without dots, and without what follows a plus. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return `${name.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
