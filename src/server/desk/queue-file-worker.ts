import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { msg } from '#lib/words/msg.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { csvLine } from '#server/platform/http/file-answers.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import type { FilePart, QueueFileJob } from './queue-file.ts';
import type { QueueServices } from './queue-query.ts';
import { queueColumns, queueRows } from './queue-rows.ts';

// The entry of the worker thread: one file, part by part, each when the one before is taken.
lowerPriority();
const job = workerData as QueueFileJob;
const port = parentPort;
if (!port) throw new Error('a file of the queue is written on a thread of its own');

const send = async (part: FilePart) => {
  port.postMessage(part);
  if (part) await once(port, 'message');
};

const store = openStore(job.location);
try {
  // The embedded database has one connection that writes: this holds for all that follows.
  if (store.kind === 'embedded') await sql`pragma query_only = on`.execute(store.db);
  await write({ store, config: { TIME_ZONE: job.timeZone }, now: () => job.at });
} finally {
  await store.close();
}
await send(null);

async function write(services: QueueServices): Promise<void> {
  const { format, listing } = job;
  const rows = queueRows(services, listing, (numbers) => send({ numbers }));
  const columns = queueColumns(listing.language);
  if (format === 'csv') {
    // Without the mark Excel reads the bytes in the encoding of its country.
    await send({ bytes: Buffer.from(`\uFEFF${csvLine(columns.map(({ heading }) => heading))}`) });
    for await (const batch of rows)
      await send({ bytes: Buffer.from(batch.map((row) => csvLine(row as string[])).join('')) });
    return;
  }
  const name = wordsOf(listing.language)(msg`Applications`);
  await writeWorkbook(
    { sheets: [], cover: () => ({ name, columns, rows }) },
    new WritableStream({ write: (bytes) => send({ bytes }) }),
  );
}
