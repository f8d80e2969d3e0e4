import { createHash } from 'node:crypto';
import type { EventLog } from './event-log.ts';

/** SHA-256 of a log's cases in their order, and how many cases and events it has. */
export async function digestOf(
  log: EventLog,
): Promise<{ cases: number; events: number; sha256: string }> {
  const hash = createHash('sha256');
  const count = { cases: 0, events: 0 };
  for await (const { attributes, events } of log) {
    count.cases++;
    count.events += events.length;
    const plain = [attributes, ...events].map((each) =>
      each.map(({ type, key, value }) => [type, key, value]),
    );
    hash.update(`${JSON.stringify(plain)}\n`);
  }
  return { ...count, sha256: hash.digest('hex') };
}
