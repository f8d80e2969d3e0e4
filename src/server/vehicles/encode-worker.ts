import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { encodeSeries } from '#server/vehicles/series-format.ts';

// Entry point of a worker thread: encodes the rows of each message. Errors end the thread.
lowerPriority();
parentPort?.on('message', ([columns, rows]: Parameters<typeof encodeSeries>) => {
  const objects = encodeSeries(columns, rows);
  parentPort?.postMessage(
    objects,
    objects.map(({ bytes }) => bytes.buffer),
  );
});
