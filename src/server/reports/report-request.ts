import { type DataType, dataTypes } from '#contract/data-types.ts';
import { firstLanguage, type Language } from '#contract/languages.ts';
import type { Services } from '#server/platform/store/services.ts';
import { requestedDataOf } from '#server/workflow/forms/stored-forms.ts';
import type { EmptyReason } from '#server/workflow/report/report-reasons.ts';

/** Content that a report has to hold. */
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

/** Outcome of a generation. A failure is an exception. */
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

/** A data type of an older catalogue may be there no more. */
const isDataType = (code: string): code is DataType =>
  (dataTypes as readonly string[]).includes(code);

/** Reads the report that an application asks for. */
export async function requestOf(
  { store, config, now }: Services,
  number: string,
): Promise<ReportRequest> {
  const row = await store.db
    .selectFrom('application')
    .select(['kind', 'vehicle_id', 'form_json', 'data_request_json'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const form = requestedDataOf(row);
  return {
    applicationNumber: number,
    kind: row.kind,
    vehicleId: row.vehicle_id,
    holder: config.HOLDER_NAME,
    // A request from before there was a period is for all there is.
    from: form.from === undefined ? 0 : Date.parse(form.from),
    to: form.to === undefined ? now() : Date.parse(form.to),
    dataTypes: form.dataTypes.filter(isDataType),
    language: firstLanguage([form.reportLanguage ?? '']),
    // A public-sector body gets personal data pseudonymised wherever that will do (Art. 18(4)).
    masking: row.kind === 'public' || ('masking' in form && form.masking === true),
  };
}
