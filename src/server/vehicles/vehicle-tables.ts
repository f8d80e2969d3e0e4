import type { Generated } from 'kysely';
import type { NoteKind } from './vehicle-source.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    vehicle: {
      id: string;
      vin: string;
      name: string;
      attributes_json: string;
    };

    vehicle_link: {
      /** Identifies the link in the audit chain instead of the address, which must be erasable. */
      id: Generated<string>;
      vehicle_id: string;
      /** Mail address in the vehicle app. */
      email: string;
      /** ms since the epoch; 0 means «always». */
      linked_from: Generated<number>;
      /** Exclusive; null while the link lasts. */
      linked_until: number | null;
      /** Mail address of the user for whom a third party acts. */
      on_behalf_of: string | null;
    };

    /** Catalogue of the Parquet objects under `series/`. */
    series_object: {
      /** Begins with the `objectPrefix` of the vehicle. */
      id: string;
      vehicle_id: string;
      /** Order of a vehicle's objects, and of rows of the same time. */
      number: number;
      first_at: number;
      last_at: number;
      rows: number;
      counts_json: string;
      size: number;
      sha256: string;
      /** SHA-256 of the imported file. */
      import_sha256: string;
      checked_at: Generated<number>;
      damaged_at: Generated<number | null>;
    };

    /** Imported files; none is imported twice. */
    import_batch: {
      vehicle_id: string;
      sha256: string;
      rows: number;
      imported_at: number;
      /** Name of the file, if known. */
      source: Generated<string | null>;
      /** Stated interval between rows, if any. */
      sampling_ms: Generated<number | null>;
    };

    /** Notes about signals; see `SignalNote`. */
    signal_note: {
      vehicle_id: string;
      name: string;
      kind: NoteKind;
      count: number | null;
      first_at: number | null;
      last_at: number | null;
      /** SHA-256 of the imported file; null for a note without a time. */
      import_sha256: string | null;
    };
  }
}
