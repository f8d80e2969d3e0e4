import { dayOf } from '#server/vehicles/series-format.ts';
import type { NoteKind, SignalNote } from '#server/vehicles/signal-note.ts';

/** Values of a file that were dropped or changed, counted by signal and day (UTC). */
export class ImportNotes {
  readonly #notes = new Map<string, SignalNote & { count: number; first: number; last: number }>();

  add(kind: NoteKind, name: string, at: number): void {
    const key = `${kind} ${dayOf(at)} ${name}`;
    const note = this.#notes.get(key);
    if (!note) {
      this.#notes.set(key, { name, kind, count: 1, first: at, last: at });
      return;
    }
    note.count++;
    note.first = Math.min(note.first, at);
    note.last = Math.max(note.last, at);
  }

  all(): SignalNote[] {
    return [...this.#notes.values()];
  }

  /** How many values of a kind there are. */
  count(kind: NoteKind): number {
    return this.all().reduce((sum, note) => sum + (note.kind === kind ? (note.count ?? 0) : 0), 0);
  }
}
