import type { DataType } from '#contract/data-types.ts';

/** The words of a report in one language. Signals keep their VSS names. */
export interface ReportTexts {
  manifest: string;
  title: string;
  dataHolder: string;
  applicationNumber: string;
  preparedAt: string;
  legalBasis: string;
  /** Article 4 and 5 for a user and those acting for them, Chapter V for a public sector body. */
  law: { personal: string; public: string };
  vehicle: string;
  allVehicles: string;
  from: string;
  to: string;
  dataType: string;
  masking: string;
  yes: string;
  no: string;
  instants: string;
  instant: string;
  signals: string;
  signal: string;
  unit: string;
  origin: string;
  raw: string;
  preProcessed: string;
  personal: string;
  values: string;
  first: string;
  last: string;
  sheet: string;
  remark: string;
  /** Reasons for gaps. */
  notRecorded: string;
  withheld: string;
  fixed: string;
  /** Why a signal is shown otherwise than it was recorded. */
  pseudonym: string;
  coarsened: string;
  sheets: string;
  rows: string;
  part: string;
  hashNote: string;
  masked: readonly string[];
  dataTypes: Record<DataType, string>;
}
