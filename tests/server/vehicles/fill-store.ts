import type { Kysely } from 'kysely';
import { signalNamed } from '#contract/data-catalogue.ts';
import { findAuditKeys } from '#server/platform/audit/audit-key.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import { changeRecorded } from '#tests/server/fixture.ts';
import { environmentOf, type Location } from '#tests/server/fresh-location.ts';

export async function addVehicle(
  store: Store,
  {
    id,
    vin,
    name = 'Car',
    emails = [] as string[],
    links = [] as Link[],
    attributes = {},
  }: {
    id: string;
    vin: string;
    name?: string;
    /** A link without begin and end. */
    emails?: string[];
    links?: Link[];
    attributes?: Record<string, unknown>;
  },
): Promise<void> {
  const vehicle = { id, vin, name, attributes_json: JSON.stringify(attributes) };
  await writing(store, (db) => db.insertInto('vehicle').values(vehicle).execute());
  for (const link of [...emails.map((email) => ({ email })), ...links])
    await addLink(store, id, link);
}

/** A link of a test: ISO 8601 times; a missing time means «always» or «until further notice». */
export interface Link {
  email: string;
  from?: string;
  until?: string;
  onBehalfOf?: string;
}

export async function addLink(
  store: Store,
  vehicle_id: string,
  { email, from, until, onBehalfOf }: Link,
): Promise<void> {
  const link = {
    vehicle_id,
    email,
    linked_from: from ? Date.parse(from) : 0,
    linked_until: until ? Date.parse(until) : null,
    on_behalf_of: onBehalfOf ?? null,
  };
  await writing(store, (db) => db.insertInto('vehicle_link').values(link).execute());
}

/** Writes past the audit chain if there is no key of a running portal. */
const writing = (store: Store, write: (db: Kysely<Schema>) => Promise<unknown>) =>
  findAuditKeys(store.chain.config).length === 0 ? write(store.db) : store.transact(write);

/** Ends every link of a vehicle; null renews the links. */
export async function endLinks(store: Store, vehicleId: string, until: number | null) {
  await changeRecorded(
    { store },
    'vehicle_link',
    { vehicle_id: vehicleId },
    { linked_until: until },
  );
}

/** Services without a portal, enough to add measurements. */
export const servicesOf = (store: Store, location: Location): Services => ({
  store,
  config: readConfig(environmentOf(location)),
  now: Date.now,
});

/** Adds measurements like an import: ISO 8601 times, values by VSS name, and time of arrival. */
export async function addSeries(
  services: Services,
  vehicleId: string,
  rows: readonly [at: string | number, values: Record<string, Value>, arrived?: number][],
): Promise<void> {
  const names = [...new Set(rows.flatMap(([, values]) => Object.keys(values)))];
  const columns = names.map((name) => {
    const value = signalNamed(name)?.value ?? 'number';
    return { name, value };
  });
  const writer = new SeriesWriter(storageOf(services, 'series'), vehicleId, columns);
  for (const [at, values, arrived] of rows)
    await writer.add({
      at: typeof at === 'number' ? at : Date.parse(at),
      ...(arrived !== undefined && { arrived }),
      values: names.map((name) => values[name] ?? null),
    });
  const objects = await writer.finish();
  await services.store.transact((trx) =>
    publishObjects(trx, { vehicleId, importSha256: 'test' }, objects),
  );
}
