import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  insertRows,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';

/** Tolerated clock drift in each direction, in steps of 30 s (RFC 6238 §5.2). */
const DRIFT = 1;

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

export function matchingStep(secret: Uint8Array, code: string, at: number): number | null {
  const totp = new TOTP({ secret: secretOf(secret) });
  const drift = totp.validate({ token: code, timestamp: at, window: DRIFT });
  return drift === null ? null : totp.counter({ timestamp: at }) + drift;
}

/** 160 bits (RFC 4226 §4). */
export const newSecret = () => new Secret({ size: 20 }).bytes;

/** Base32 (RFC 4648 §6) in lower case, without padding. */
export const base32 = (bytes: Uint8Array) => secretOf(bytes).base32.toLowerCase();

export const otpauthUri = (secret: Uint8Array, label: string, issuer: string) =>
  new TOTP({ secret: secretOf(secret), label, issuer }).toString();

const GROUPS = 5;
const GROUP = 5;

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/**
 * Recovery code: 125 bits in groups of unambiguous characters. That is enough for an unsalted
 * digest in the database to resist guessing (OWASP ASVS 6.5.2).
 */
function newCode(): string {
  const text = base32(randomBytes(16));
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    text.slice(at * GROUP, (at + 1) * GROUP),
  );
  return groups.join('-');
}

export async function replaceRecoveryCodes(
  trx: Transaction<Schema>,
  accountId: string,
  recoveryCodes: readonly string[],
): Promise<void> {
  await deleteRows(trx, 'recovery_code', { account_id: accountId });
  await insertRows(
    trx,
    'recovery_code',
    recoveryCodes.map((code) => ({ account_id: accountId, digest: digestOf(code) })),
  );
}

export async function spendRecoveryCode(
  trx: Transaction<Schema>,
  accountId: string,
  { code, token }: { code: string; token: string },
): Promise<void> {
  await deleteRows(trx, 'recovery_code', { account_id: accountId, digest: digestOf(code) });
  const key = { token_digest: digestOf(token) };
  await updateRows(trx, 'session', key, { recovery_code: digestOf(code) });
}

export async function sessionsOfRecoveryCode(
  trx: Transaction<Schema>,
  accountId: string,
  code: string,
): Promise<string[]> {
  const opened = { account_id: accountId, recovery_code: digestOf(code) };
  const sessions = await findRows(trx, 'session', opened);
  return sessions.map(({ token_digest }) => token_digest);
}

export async function isRecoveryCode(
  db: Kysely<Schema>,
  accountId: string,
  code: string,
): Promise<boolean> {
  const key = { account_id: accountId, digest: digestOf(code) };
  return (await findRow(db, 'recovery_code', key)) !== undefined;
}

export const recoveryCodesLeft = (db: Kysely<Schema>, accountId: string): Promise<number> =>
  countRows(db.selectFrom('recovery_code').where('account_id', '=', accountId));
