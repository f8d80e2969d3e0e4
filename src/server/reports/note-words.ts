import type { MessageDescriptor } from '@lingui/core';
import { signalsOf } from '#contract/data-catalogue.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import type { NoteKind } from '#server/vehicles/signal-note.ts';
import type { Account } from './account.ts';
import type { NoteSum } from './known-notes.ts';

const words: Partial<Record<NoteKind, (count: number) => MessageDescriptor>> = {
  outOfRange: (count) =>
    msg`Values outside the signal’s range that were left out at import (by whole days): ${{ count }}.`,
  keptOutOfRange: (count) =>
    msg`Values outside the signal’s range that are delivered as recorded (by whole days): ${{ count }}.`,
  reconstructed: (count) =>
    msg`Values with a reconstructed time stamp, whose own date was lost (by whole days): ${{ count }}.`,
  cutTime: (count) =>
    msg`Values whose time stamp was cut to whole milliseconds at import (by whole days): ${{ count }}.`,
  leftOut: (count) => msg`Values that were left out at import (by whole days): ${{ count }}.`,
};

/** Remarks on values of a signal that were dropped or changed before they came here. */
export const noteRemarks = (notes: readonly NoteSum[], say: Say): string[] =>
  notes.flatMap(({ kind, count }) => {
    const word = words[kind];
    return word && count !== null ? [say(word(count))] : [];
  });

/** Columns of imported files that hold none of the signals of the report. */
export function leftOutColumns({ deliveries, notes }: Pick<Account, 'deliveries' | 'notes'>) {
  const names = deliveries.flatMap(({ dataType }) => signalsOf(dataType).map(({ name }) => name));
  return notes.leftOutBeside(new Set(names));
}

/** What is known of the data as a whole: since when they are kept, and what no import took. */
export function noteRows(account: Account, say: Say): Row[] {
  const { keptSince } = account.notes;
  const columns = leftOutColumns(account);
  const rows: Row[] = [];
  if (keptSince !== null) rows.push([say(msg`Kept since`), new Date(keptSince).toISOString()]);
  if (columns.length > 0) rows.push([say(msg`Columns left out at import`), columns.join(', ')]);
  return rows;
}
