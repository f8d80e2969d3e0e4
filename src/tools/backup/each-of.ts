/** Works on each item, a few at a time; after the first that fails none is begun. */
export async function eachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Who leaves a loop over a generator ends it for all.
  const queue = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}
