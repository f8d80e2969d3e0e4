import type { Services } from '#server/platform/database/services.ts';

/** Services for which something happens in the store between a read of a column and what follows. */
export function afterReading(
  services: Services,
  column: string,
  happens: () => Promise<unknown>,
): Services {
  const { store } = services;
  let isDue = true;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isDue && result.rows.some((row) => column in row)) {
        isDue = false;
        await happens();
      }
      return result;
    },
  });
  return { ...services, store: { ...store, db } };
}
