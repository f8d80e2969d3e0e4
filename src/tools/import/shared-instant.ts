import type { Measurement } from '#server/vehicles/vehicle-source.ts';

type Batches = AsyncIterable<readonly Measurement[]>;

/**
 * The first instant, ms since the epoch, at which two series have a value of one signal; null of none.
 * Both are oldest first, with their values in one order of signals.
 */
export async function sharedInstant(one: Batches, other: Batches): Promise<number | null> {
  const [left, right] = [instantsOf(one), instantsOf(other)];
  try {
    let [a, b] = [await left.next(), await right.next()];
    while (!a.done && !b.done) {
      const order = a.value.at - b.value.at;
      const { present } = b.value;
      if (order === 0 && a.value.present.some((isThere, index) => isThere && present[index]))
        return a.value.at;
      if (order <= 0) a = await left.next();
      if (order >= 0) b = await right.next();
    }
    return null;
  } finally {
    await left.return(undefined);
    await right.return(undefined);
  }
}

interface Instant {
  at: number;
  /** Of each signal. */
  present: boolean[];
}

/** The instants of a series, each once, with the signals that have a value there. */
async function* instantsOf(batches: Batches): AsyncGenerator<Instant> {
  let last: Instant | undefined;
  for await (const batch of batches)
    for (const { at, values } of batch) {
      const present = values.map((value) => value !== null);
      if (last?.at === at) {
        last.present = last.present.map((isThere, index) => isThere || present[index] === true);
        continue;
      }
      if (last) yield last;
      last = { at, present };
    }
  if (last) yield last;
}
