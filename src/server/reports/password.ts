import { randomInt } from 'node:crypto';

/** Letters and digits that no typeface makes look alike: no 0 O, 1 I L, U V. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZ23456789';
const GROUPS = 4;
const GROUP = 5;

/** A password for one report, 97 bits at random, in groups to read it by: `7KQ2M-…-…-…`. */
export function newReportPassword(): string {
  const group = () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
