import * as z from 'zod/mini';
import { isNoteOf, noteKinds, type SignalNote } from './signal-note.ts';
import type { TimeRange } from './vehicle-source.ts';

const time = z.optional(z.nullable(z.iso.datetime({ offset: true })));
/** What a back end leaves out or gives as null it does not know; without a name, of every signal. */
export const notesAnswer = z
  .array(
    z.object({
      kind: z.enum(noteKinds),
      name: z.optional(z.string().check(z.maxLength(300))),
      count: z.optional(z.nullable(z.int().check(z.nonnegative()))),
      first: time,
      last: time,
    }),
  )
  .check(z.maxLength(10_000));

/** Notes of a back end about a range. */
export function notesFrom(notes: z.output<typeof notesAnswer>, range: TimeRange): SignalNote[] {
  return notes
    .map(({ kind, name = '', count = null, first, last }) => ({
      kind,
      name,
      count,
      first: first ? Date.parse(first) : null,
      last: last ? Date.parse(last) : null,
    }))
    .filter((note) => isNoteOf(note, range));
}
