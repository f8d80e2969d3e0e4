import { DatabaseSync } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const reversed = new WeakSet<DatabaseSync>();

// Files of a process share it, and this is run before each of them.
if (prepare.name !== prepareReversed.name) DatabaseSync.prototype.prepare = prepareReversed;

/**
 * Prepares a statement on a database that answers selects without `order by` from their last row to
 * their first. On PostgreSQL a row moves when it changes, so that what takes rows as they lie passes
 * on most days; here it fails on every one.
 */
function prepareReversed(this: DatabaseSync, ...given: Parameters<typeof prepare>) {
  if (!reversed.has(this)) {
    reversed.add(this);
    this.exec('PRAGMA reverse_unordered_selects = ON');
  }
  return prepare.apply(this, given);
}
