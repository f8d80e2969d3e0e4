import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Marks of mails that the mail server has taken and the database does not know of yet: an empty file
 * each, named by the mail's id. Making one is a single call of the system, after which it outlives
 * any kill; a process that has no lasting folder loses no more than these marks.
 */
export interface TakenMails {
  /** Ids of all that are marked, also by processes that are dead. */
  all(): string[];
  has(id: string): boolean;
  forget(id: string): Promise<void>;
}

/** The marks in a data folder, which all processes that use it share. */
export function takenMails(dataDir: string): TakenMails {
  const folder = join(dataDir, 'mails');
  return {
    all: () => (existsSync(folder) ? readdirSync(folder) : []),
    has: (id) => existsSync(join(folder, id)),
    forget: (id) => rm(join(folder, id), { force: true }),
  };
}

/** Answers how a mail is marked, at once and before it returns. */
export function markerOf(dataDir: string): (id: string) => void {
  const folder = join(dataDir, 'mails');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return (id) => writeFileSync(join(folder, id), '', { mode: 0o600 });
}
