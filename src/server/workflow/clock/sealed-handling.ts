import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** What changes of an application without an event: who has it, until when, its confirmed address. */
export const sealedHandling: SealedTable = {
  kind: 'handling',
  nameOf: (number) => `${number} handling`,
  ...sealedRows('application', 'number', [
    'assignee_id',
    'due_at',
    'contact_confirmed_at',
    'requester_name',
    'reminded_revision',
  ]),
};
