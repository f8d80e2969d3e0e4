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
      /** Identifies the link in the audit chain, because the address must be erasable. */
      id: Generated<string>;
      vehicle_id: string;
      email: string;
      /** ms since the epoch; 0 means «always». */
      linked_from: Generated<number>;
      linked_until: number | null;
      on_behalf_of: string | null;
    };

    series_object: {
      id: string;
      vehicle_id: string;
      /** Orders a vehicle's objects, and rows that have the same time. */
      number: number;
      first_at: number;
      last_at: number;
      rows: number;
      counts_json: string;
      size: number;
      sha256: string;
      import_sha256: string;
      checked_at: Generated<number>;
      damaged_at: Generated<number | null>;
    };

    import_batch: {
      vehicle_id: string;
      sha256: string;
      rows: number;
      imported_at: number;
      source: Generated<string | null>;
      sampling_ms: Generated<number | null>;
      time_zone: Generated<string | null>;
      device: Generated<string | null>;
    };

    /** Samples that are not yet in the series store, in the order of acknowledgement. */
    sample: {
      vehicle_id: string;
      seq: number;
      signal: string;
      captured_at: number;
      received_at: number;
      value_json: string;
    };

    latest_sample: {
      vehicle_id: string;
      signal: string;
      captured_at: number;
      /** Null for a value of an imported file without times of arrival. */
      received_at: number | null;
      value_json: string;
    };

    live_feed: {
      vehicle_id: string;
      last_seq: number;
      contact_at: number | null;
      /** Samples up to this number are in the series store, although some rows remain for a while. */
      compacted_seq: Generated<number>;
      compacted_at: Generated<number | null>;
    };

    signal_note: {
      vehicle_id: string;
      name: string;
      kind: NoteKind;
      count: number | null;
      first_at: number | null;
      last_at: number | null;
      /** SHA-256 of the imported file; null for a note from an option of the import. */
      import_sha256: string | null;
    };
  }
}
