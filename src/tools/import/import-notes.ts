import { dayOf } from '#server/vehicles/series-format.ts';
import type { NoteKind, SignalNote } from '#server/vehicles/vehicle-source.ts';

/** Dropped or changed values of a file, counted by signal and day (UTC). */
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

  /** @param shared days whose counts are unknown, because stored values were left out */
  all(shared: ReadonlySet<number>): SignalNote[] {
    return [...this.#notes.values()].map((note) =>
      shared.has(dayOf(note.first)) ? { ...note, count: null } : note,
    );
  }

  count(kind: NoteKind): number {
    const notes = [...this.#notes.values()];
    return notes.reduce((sum, note) => sum + (note.kind === kind ? note.count : 0), 0);
  }
}
