/** Error whose message contains no personal data: logs and `/readyz` show it unmasked. */
export class PlainError extends Error {}

export class SettingError extends PlainError {}

/** Database or storage is temporarily unavailable; a retry may succeed. */
export class StoreUnavailable extends PlainError {}

export class StorageUnavailable extends StoreUnavailable {}

/** Another process writes with a key that is not configured here; an operator must act. */
export class UnknownKey extends StoreUnavailable {}

export class DamagedFile extends PlainError {}

export class StorageFull extends PlainError {}

/** Returns the message of the first attempt: an `AggregateError` of several addresses has none. */
export function connectionMessage(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

const SQLITE_FULL = 13;
const SQLITE_IOERR_SHMSIZE = 4874;
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFull) return true;
  if (!(error instanceof Error)) return false;
  if ('errcode' in error)
    return (Number(error.errcode) & 0xff) === SQLITE_FULL || error.errcode === SQLITE_IOERR_SHMSIZE;
  return 'code' in error && fullCodes.includes(error.code);
}
