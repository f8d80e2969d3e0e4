import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { foldText } from '#lib/words/fold.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { namesIn } from './answers.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    /** Migrations insert this job. Its subject is not used. */
    sortNames: string;
  }
}

type Application = Selectable<Schema['application']>;

/**
 * Key of a name, folded and without punctuation: databases sort case and punctuation differently,
 * and several accounts of a body write its name differently.
 */
export function sortName(...parts: readonly (string | undefined)[]): string {
  return foldText(parts.filter(Boolean).join(' '))
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

export const sortNameOf = (application: Pick<Application, 'kind' | 'form_json'>): string =>
  sortName(...namesIn(application).sortedBy);

const BATCH = 100;

/**
 * Recalculates the sort keys of all applications after a release that changed their computation. A
 * migration cannot do this: the audit would report the rows as changed by hand.
 */
export function startNameSorter(services: Services, onError?: OnError): Worker {
  return startWorker(
    services,
    'sortNames',
    async (_, stopping) => {
      for (let last: string | undefined = ''; last !== undefined; ) {
        stopping.throwIfAborted();
        last = await sortBatch(services, last);
        // Yields to other calls, because the embedded database is synchronous.
        await setImmediate();
      }
    },
    onError,
  );
}

function sortBatch({ store }: Services, after: string): Promise<string | undefined> {
  return store.transact(async (trx) => {
    const rows = await store
      .forUpdate(trx.selectFrom('application').selectAll().where('number', '>', after))
      .orderBy('number')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const { number } = row;
      const requester_name = sortNameOf(row);
      if (requester_name !== row.requester_name)
        await updateRows(trx, 'application', { number }, { requester_name });
    }
    return rows.at(-1)?.number;
  });
}
