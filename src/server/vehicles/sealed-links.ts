import type { SealedTable } from '#server/platform/store/sealed-table.ts';

const columns = ['email', 'linked_from', 'linked_until', 'on_behalf_of'] as const;

/** Links of vehicles to accounts, by the ids of the vehicles: who gets the data of which time. */
export const sealedLinks: SealedTable = {
  kind: 'links',
  nameOf: (id) => `links of vehicle ${id}`,

  async keysAfter(db, last, limit) {
    const rows = await db
      .selectFrom('vehicle_link')
      .select('vehicle_id')
      .distinct()
      .$if(last !== null, (query) => query.where('vehicle_id', '>', last))
      .orderBy('vehicle_id')
      .limit(limit)
      .execute();
    return rows.map(({ vehicle_id }) => vehicle_id);
  },

  async read(db, vehicles) {
    const rows = await db
      .selectFrom('vehicle_link')
      .selectAll()
      .where('vehicle_id', 'in', vehicles)
      .orderBy('linked_from')
      .execute();
    // Databases sort texts by rules of their own.
    const sorted = rows.toSorted((a, b) => (a.email < b.email ? -1 : a.email > b.email ? 1 : 0));
    return new Map(
      Array.from(
        Map.groupBy(sorted, ({ vehicle_id }) => vehicle_id),
        ([vehicle, links]) => [vehicle, links.map((link) => columns.map((column) => link[column]))],
      ),
    );
  },
};
