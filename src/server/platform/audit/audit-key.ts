import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { SettingError } from '#server/platform/database/store-error.ts';

/** Value in a digest. Numbers must be integers, whose JSON is the same in every language. */
export type Value = string | number | null | readonly Value[];

export interface AuditKey {
  id: string;
  secret: string;
}

type Location = Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>;

const FILE = 'audit.key';
const BYTES = 32;

export function keyedDigest({ secret }: AuditKey, values: readonly Value[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(values)).digest('hex');
}

const known = new Map<string, AuditKey[]>();

export function auditKeys(location: Location): readonly [AuditKey, ...AuditKey[]] {
  const [first, ...others] = findAuditKeys(location);
  if (first) return [first, ...others];
  throw new SettingError(
    `${join(location.DATA_DIR, FILE)} is missing: restore it from a backup, or set AUDIT_KEY`,
  );
}

export const keyWithId = (keys: readonly AuditKey[], id: string): AuditKey | undefined =>
  keys.find((key) => key.id === id);

export function makeAuditKey(location: Location): void {
  if (findAuditKeys(location).length > 0) return;
  const file = join(location.DATA_DIR, FILE);
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (findAuditKeys(location).length === 0) throw error;
  } finally {
    rmSync(own);
  }
}

export function findAuditKeys({ AUDIT_KEY, DATA_DIR }: Location): readonly AuditKey[] {
  const source = AUDIT_KEY ?? resolve(DATA_DIR);
  const found = known.get(source) ?? (AUDIT_KEY ?? readKeyFile(DATA_DIR)).split(',').flatMap(keyOf);
  if (found.length > 0) known.set(source, found);
  return found;
}

function readKeyFile(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function keyOf(text: string): AuditKey[] {
  const secret = text.trim();
  if (secret === '') return [];
  const id = keyedDigest({ id: '', secret }, ['key']).slice(0, 16);
  return [{ id, secret }];
}
