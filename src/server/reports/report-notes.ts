import type { NoteKind, SignalNote } from '#server/vehicles/vehicle-source.ts';

export type Absence =
  | 'neverRecorded'
  | 'notEntitled'
  | 'notRecorded'
  | 'notEquipped'
  | 'outOfRange'
  | 'leftOut'
  | 'notKept';

export interface NoteSum {
  kind: NoteKind;
  count: number | null;
  first: number | null;
  last: number | null;
  vehicles: number;
}

const absenceKinds = ['notEquipped', 'outOfRange', 'leftOut', 'notKept'] as const;

export class ReportNotes {
  readonly #sums = new Map<string, Map<NoteKind, NoteSum>>();
  readonly #seen = new Set<string>();

  /** Adds notes. Ignores duplicates, because a note may be found in two parts of the time range. */
  add(vehicleId: string, notes: readonly SignalNote[]): void {
    for (const note of notes) {
      const key = JSON.stringify([vehicleId, note]);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const kinds = this.#sums.get(note.name) ?? new Map<NoteKind, NoteSum>();
      this.#sums.set(note.name, kinds.set(note.kind, summed(kinds.get(note.kind), note)));
    }
  }

  of(name: string): NoteSum[] {
    const sums = [...(this.#sums.get(name)?.values() ?? [])];
    return sums.filter(({ kind }) => kind !== 'notEquipped' && kind !== 'notKept');
  }

  /** Time from which every vehicle's data are retained, ms; null if none were deleted. */
  get retainedSince(): number | null {
    return this.#sums.get('')?.get('notKept')?.last ?? null;
  }

  leftOutColumns(names: ReadonlySet<string>): string[] {
    return [...this.#sums]
      .filter(([name, kinds]) => kinds.has('leftOut') && !names.has(name))
      .map(([name]) => name);
  }

  absenceOf(name: string, { from, vehicles }: { from: number; vehicles: number }): Absence | null {
    const kinds = this.#sums.get(name);
    const isNotKept = this.retainedSince !== null && this.retainedSince > from;
    const found = absenceKinds.find((kind) =>
      kind === 'notEquipped'
        ? kinds?.get(kind)?.vehicles === vehicles
        : kinds?.has(kind) || (kind === 'notKept' && isNotKept),
    );
    return found ?? null;
  }
}

function summed(before: NoteSum | undefined, { kind, count, first, last }: SignalNote): NoteSum {
  if (!before) return { kind, count, first, last, vehicles: 1 };
  const isCounted = before.count !== null && count !== null;
  return {
    kind,
    count: isCounted ? (before.count ?? 0) + (count ?? 0) : null,
    first: outer(Math.min, before.first, first),
    last: outer(Math.max, before.last, last),
    vehicles: before.vehicles + 1,
  };
}

const outer = (choose: (a: number, b: number) => number, a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : choose(a, b);
