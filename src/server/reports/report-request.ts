import type { DataRequestForm } from '#contract/data-request-form.ts';
import type { DataType } from '#contract/data-types.ts';
import type { Language } from '#contract/languages.ts';
import type { PublicForm } from '#contract/public-form.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { Services } from '#server/platform/services.ts';

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

/** What an application asks for. */
export async function requestOf(
  { store, config }: Services,
  number: string,
): Promise<ReportRequest> {
  const row = await store.db
    .selectFrom('application')
    .select(['kind', 'vehicle_id', 'form_json', 'data_request_json'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const common = { applicationNumber: number, kind: row.kind, holder: config.HOLDER_NAME };
  const asked = askedFor(row.kind, JSON.parse(row.data_request_json ?? row.form_json));
  return { ...common, vehicleId: row.vehicle_id, ...asked };
}

function askedFor(kind: ApplicationKind, form: DataRequestForm | PublicForm) {
  return {
    from: Date.parse(form.from),
    to: Date.parse(form.to),
    dataTypes: form.dataTypes,
    language: form.reportLanguage,
    // A public-sector body gets personal data pseudonymised wherever that will do (Art. 18(4)).
    masking: kind === 'public' || ('masking' in form && form.masking),
  };
}
