import type { Generated } from 'kysely';
import type { NoteKind } from './signal-note.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    vehicle: {
      id: string;
      vin: string;
      name: string;
      /** Values of signals that do not change, by VSS name. */
      attributes_json: string;
    };

    vehicle_link: {
      /** Names the link in the chain, where an address would stay for ever. */
      id: Generated<string>;
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

    /** The catalogue of the objects under `series/` that hold what was imported, as Parquet. */
    series_object: {
      /** Names the object; begins with `objectPrefix` of its vehicle. */
      id: string;
      vehicle_id: string;
      /** Order of a vehicle's objects: rows of one instant come in it. */
      number: number;
      /** First and last instant, ms since the epoch. */
      first_at: number;
      last_at: number;
      rows: number;
      /** `counts` of the written object, by VSS name. */
      counts_json: string;
      size: number;
      sha256: string;
      /** The file it came from, as `import_batch` names it. */
      import_sha256: string;
      /** When it was last compared with its hash, and since when it is damaged. */
      checked_at: Generated<number>;
      damaged_at: Generated<number | null>;
    };

    /** Each file that was imported, so that none is imported twice. */
    import_batch: {
      vehicle_id: string;
      sha256: string;
      rows: number;
      imported_at: number;
      /** Name of the file; null of what was imported before it was kept. */
      source: Generated<string | null>;
      /** Stated interval between two rows; null where none was. */
      sampling_ms: Generated<number | null>;
    };

    /** What is known of a signal's values beside them; see `SignalNote`. */
    signal_note: {
      vehicle_id: string;
      name: string;
      kind: NoteKind;
      count: number | null;
      first_at: number | null;
      last_at: number | null;
      /** The file it came from, as `import_batch` names it; null of what was stated of any time. */
      import_sha256: string | null;
    };
  }
}
