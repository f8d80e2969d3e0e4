import { DatabaseSync } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const reversed = new WeakSet<DatabaseSync>();

// Runs before each file of a process.
if (prepare.name !== prepareReversed.name) DatabaseSync.prototype.prepare = prepareReversed;

/**
 * Reverses the order of selects without `order by`, so that code which relies on an order fails.
 * PostgreSQL changes the order only sometimes.
 */
function prepareReversed(this: DatabaseSync, ...given: Parameters<typeof prepare>) {
  if (!reversed.has(this)) {
    reversed.add(this);
    this.exec('PRAGMA reverse_unordered_selects = ON');
  }
  return prepare.apply(this, given);
}
