import type { Services } from '#server/platform/database/services.ts';

/** Services that run `happens` once, after the first read of a column. */
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
