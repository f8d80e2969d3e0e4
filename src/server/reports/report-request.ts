import type { DataType } from '#contract/data-catalogue.ts';
import type { Language } from '#contract/languages.ts';

/** What a report has to hold. */
export interface ReportRequest {
  applicationNumber: string;
  kind: 'personal' | 'public';
  /** One vehicle; null for every vehicle of the data holder, with a column that tells them apart. */
  vehicleId: string | null;
  /** Instants from `from` up to and without `to`, ms since the epoch. */
  from: number;
  to: number;
  dataTypes: readonly DataType[];
  masking: boolean;
  language: Language;
  /** Name of the data holder, for the manifest. */
  holder: string;
}

/** Why a report has nothing to deliver. */
type EmptyReason = 'noVehicle' | 'noData';

/** How a generation ended. A failure is an exception. */
export type ReportOutcome =
  | {
      outcome: 'delivered';
      /** Rows over all sheets of data. */
      rows: number;
      /** Values of each delivered signal, by VSS name. */
      values: Record<string, number>;
      /** Of the encrypted file: bytes, and SHA-256 in hexadecimal. */
      size: number;
      sha256: string;
    }
  | { outcome: 'empty'; reason: EmptyReason };
