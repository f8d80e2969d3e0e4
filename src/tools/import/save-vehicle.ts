import { insertRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { saveNotes } from '#server/vehicles/signal-notes.ts';
import type { SignalNote } from '#server/vehicles/vehicle-source.ts';
import { ImportError } from './import-error.ts';

export interface ImportVehicle {
  vin: string;
  name: string | undefined;
  accounts: readonly string[];
  link: ImportLink;
  attributes: Readonly<Record<string, string | number | boolean>>;
  statements?: readonly SignalNote[];
}

/** Times of the links, ms since the epoch. `undefined` keeps the stored time. */
export interface ImportLink {
  from: number | undefined;
  /** Exclusive. */
  until: number | undefined;
  onBehalfOf: string | undefined;
}

export async function saveVehicle(
  { services, trx }: Scope,
  newId: string,
  vehicle: ImportVehicle,
): Promise<string> {
  const { vin, name, accounts, attributes, link } = vehicle;
  const found = await lockRow(services.store, trx, 'vehicle', { vin });
  const id = found?.id ?? newId;
  const known = found ? JSON.parse(found.attributes_json) : {};
  const changed = {
    name: name ?? found?.name ?? vin,
    attributes_json: JSON.stringify({ ...known, ...attributes }),
  };
  if (found) await updateRows(trx, 'vehicle', { id }, changed);
  else await insertRows(trx, 'vehicle', { id, vin, ...changed });
  await saveNotes(trx, id, null, vehicle.statements ?? []);
  for (const account of accounts) await saveLink({ services, trx }, id, account, link);
  return id;
}

async function saveLink(
  { services: { store }, trx }: Scope,
  vehicle_id: string,
  email: string,
  { from, until, onBehalfOf }: ImportLink,
): Promise<void> {
  const links = trx
    .selectFrom('vehicle_link')
    .selectAll()
    .where('vehicle_id', '=', vehicle_id)
    .where('email', '=', email);
  const [last] = await store.forUpdate(links.orderBy('linked_from', 'desc').limit(1)).execute();
  const isSame = last && (from === undefined || from === last.linked_from);
  const linked_from = isSame ? last.linked_from : (from ?? 0);
  const linked_until = until ?? (isSame ? last.linked_until : null);
  if (linked_until !== null && linked_until <= linked_from)
    throw new ImportError('--linked-until must be after the start of the link');
  if (isSame)
    await updateRows(
      trx,
      'vehicle_link',
      { vehicle_id, email, linked_from },
      { linked_until, ...(onBehalfOf && { on_behalf_of: onBehalfOf }) },
    );
  else
    await insertRows(trx, 'vehicle_link', {
      vehicle_id,
      email,
      linked_from,
      linked_until,
      on_behalf_of: onBehalfOf ?? null,
    });
}
