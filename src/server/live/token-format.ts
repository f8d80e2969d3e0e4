import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';

const PREFIX = 'vda_';
const RANDOM_BYTES = 32;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of base 62 digits for 256 bits, and for a CRC-32. */
const RANDOM_DIGITS = 43;
const CHECK_DIGITS = 6;
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECK_DIGITS}}$`);
const SHOWN_DIGITS = 4;

/**
 * Returns `vda_`, 256 random bits in base 62, and the CRC-32 of this text in base 62, with which
 * secret scanners recognise a token.
 */
export function randomToken(): string {
  const body = `${PREFIX}${base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_DIGITS)}`;
  return body + base62(BigInt(crc32(body)), CHECK_DIGITS);
}

export function isToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const body = text.slice(0, -CHECK_DIGITS);
  return text.slice(-CHECK_DIGITS) === base62(BigInt(crc32(body)), CHECK_DIGITS);
}

function base62(value: bigint, digits: number): string {
  const base = BigInt(BASE62.length);
  let text = '';
  for (let rest = value; text.length < digits; rest /= base)
    text = BASE62[Number(rest % base)] + text;
  return text;
}

export const tokenDigests = ({ SECRET }: Config, token: string): string[] =>
  SECRET.map((secret) =>
    createHmac('sha256', secret).update(`live token\n${token}`).digest('base64url'),
  );

type SignedRow = Pick<
  Schema['live_token'],
  'id' | 'grant_id' | 'digest' | 'data_types_json' | 'ends_at'
>;

export const tokenMacs = ({ SECRET }: Config, row: SignedRow): string[] => {
  const { id, grant_id, digest, data_types_json, ends_at } = row;
  const text = ['live token row', id, grant_id, digest, data_types_json, ends_at].join('\n');
  return SECRET.map((secret) => createHmac('sha256', secret).update(text).digest('base64url'));
};

export const prefixOf = (token: string): string => token.slice(0, PREFIX.length + SHOWN_DIGITS);
