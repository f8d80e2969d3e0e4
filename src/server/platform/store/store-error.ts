/** The database or the storage does not answer at present: the work may succeed when it is tried again. */
export class StoreUnavailable extends Error {}

/** Of the two it is the storage: the database still answers. */
export class StorageAway extends StoreUnavailable {}

/**
 * Another process writes with a key that this process does not know. Work is possible again once its
 * settings name that key.
 */
export class UnknownKey extends StoreUnavailable {}

/** A stored file is not there, or is not what was stored. */
export class DamagedFile extends Error {}

/** There is no space left to write to. */
export class StorageFull extends Error {}

const SQLITE_FULL = 13;
/** The file that SQLite shares its index of the log in could not grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
/** Of the system for files, and of PostgreSQL. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Tests that a disk is full, that of the files or that of the database. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFull) return true;
  if (!(error instanceof Error)) return false;
  if ('errcode' in error)
    return (Number(error.errcode) & 0xff) === SQLITE_FULL || error.errcode === SQLITE_IOERR_SHMSIZE;
  return 'code' in error && fullCodes.includes(error.code);
}
