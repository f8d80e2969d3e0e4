import type { Generated } from 'kysely';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    vehicle: {
      id: string;
      vin: string;
      name: string;
      /** Values of signals that do not change, by VSS name. */
      attributes_json: string;
    };

    vehicle_link: {
      vehicle_id: string;
      /** Address of the account in the vehicle app. */
      email: string;
      /** ms since the epoch; 0 since ever. */
      linked_from: Generated<number>;
      /** Without this instant; null while it lasts. */
      linked_until: number | null;
      /** Address of the user a third party acts for: the link holds while the user's does. */
      on_behalf_of: string | null;
    };

    /** One row an instant; one column a signal of the catalogue, named by `signalColumn`. */
    telemetry: {
      vehicle_id: string;
      at: number;
      /** Order of rows of one instant, growing over all imports of a vehicle. */
      seq: number;
      [signal: `s_${string}`]: number | string | null;
    };

    /** Each file that was imported, so that none is imported twice. */
    import_batch: {
      vehicle_id: string;
      sha256: string;
      rows: number;
      imported_at: number;
    };
  }
}

/** The telemetry column of a signal: `Vehicle.CurrentLocation.Latitude` is `s_currentlocation_latitude`. */
export function signalColumn(name: string): `s_${string}` {
  return `s_${name
    .replace(/^Vehicle\./, '')
    .replaceAll('.', '_')
    .toLowerCase()}`;
}
