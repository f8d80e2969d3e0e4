import { signalsOf } from '#contract/data-catalogue.ts';
import { type DataType, dataTypes, type MaskingLevel } from '#contract/data-types.ts';
import { extentIn, intervalOf, type StoredExtent } from '#contract/delivery-extent.ts';
import { firstLanguage, type Language } from '#contract/languages.ts';
import type { StoredPreview } from '#contract/report-preview.ts';
import { personalForms, publicForms, requestedDataOf } from '#contract/stored-forms.ts';
import { isApprovalInForce } from '#server/applications/history.ts';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import type { Services } from '#server/platform/database/services.ts';
import { zoneOf } from '#server/reports/local-clock.ts';
import type { Breach } from '#server/vehicles/backend-error.ts';
import { endedAt, rangesWithin } from '#server/vehicles/link-times.ts';
import { linkTimes } from '#server/vehicles/linked-vehicles.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';

export interface ReportRequest {
  applicationNumber: string;
  kind: 'personal' | 'public';
  /** Null for all vehicles of the data holder; the report then has a column for the vehicle. */
  vehicleId: string | null;
  /** False if the request names no period; nothing is delivered then. */
  hasPeriod: boolean;
  /** The approved range, `to` exclusive, ms since the epoch. */
  from: number;
  to: number;
  /** Parts of the range in which the vehicle is linked; all of it for a public-sector body. */
  parts: readonly TimeRange[];
  /** End of the requester's link, ms since the epoch; null while it exists or if none is needed. */
  linkEndedAt: number | null;
  extent: RequestExtent | null;
  /** Time of the approval, ms since the epoch; the current time while it is pending. */
  approvedAt: number;
  dataTypes: readonly DataType[];
  masking: MaskingLevel | null;
  language: Language;
  holder: string;
  contact: string;
  recipient: Recipient;
  /** IANA name, derived from the requester's country; null if unknown. */
  timeZone: string | null;
  purpose: string | null;
  /** End of a third party's access to the data, ms since the epoch; null otherwise. */
  sharedUntil: number | null;
}

export interface RequestExtent {
  requested: TimeRange;
  models: readonly string[];
  leftOut: readonly DataType[];
  /** Minimum time between two values of a signal, in ms; 0 for all values. */
  interval: number;
}

export interface Recipient {
  kind: 'requester' | 'thirdParty' | 'publicBody';
  /** Null for a user, whom masked reports do not name. */
  name: string | null;
  /** User for whom the third party requested the data; never named in a masked report. */
  onBehalfOf?: string;
}

export type ReportOutcome =
  | {
      outcome: 'delivered';
      rows: number;
      values: Record<string, number>;
      preview: StoredPreview;
      size: number;
      sha256: string;
      package: { size: number; sha256: string };
    }
  | {
      outcome: 'empty';
      reason: EmptyReason;
      /** Package with the manifest. Absent if a test simulates an empty report. */
      package?: { size: number; sha256: string };
    };

export type GenerationFailure =
  | { outcome: 'backendFailed'; breach: Breach; message: string; retryAfter: number }
  | { outcome: 'unavailable'; message: string };

/** Requests stored by an older release may contain other data types. */
const isDataType = (code: string): code is DataType =>
  (dataTypes as readonly string[]).includes(code);

/**
 * Reads the request of a report. Its range ends at the approval, even if the report is generated
 * later. `parts` is limited to the time of the link.
 * @param proposed extent of a pending approval
 */
export async function requestOf(
  services: Services,
  number: string,
  proposed?: StoredExtent,
): Promise<ReportRequest> {
  const { store, config, now } = services;
  const row = await store.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .leftJoin('history_entry as approval', (join) =>
      join.onRef('approval.application_number', '=', 'application.number').on(isApprovalInForce),
    )
    .select(['kind', 'vehicle_id', 'form_json', 'data_request_json', 'account.email'])
    .select(['approval.at as approved_at', 'approval.facts_json as approval'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const form = requestedDataOf(row);
  const latest = row.approved_at ?? now();
  const hasPeriod = form.from !== undefined && form.to !== undefined;
  const extent = extentIn(row.approval) ?? proposed ?? null;
  const range = hasPeriod
    ? {
        from: latestOf(form.from, extent?.from),
        to: Math.min(earliestOf(form.to, extent?.to), latest),
      }
    : { from: 0, to: 0 };
  const chosenTypes = form.dataTypes.filter(isDataType);
  const masking = form.maskingLevel ?? null;
  const times =
    row.vehicle_id === null ? null : await linkTimes(services, row.email, row.vehicle_id);
  return {
    applicationNumber: number,
    kind: row.kind,
    vehicleId: row.vehicle_id,
    holder: config.HOLDER_NAME,
    contact: config.CONTACT_MAILBOX,
    ...statedUse(row, masking),
    sharedUntil: null,
    timeZone: row.kind === 'personal' ? zoneOfAddress(row.form_json, latest) : null,
    hasPeriod,
    ...range,
    approvedAt: latest,
    parts: !hasPeriod ? [] : times ? rangesWithin(range, times) : [range],
    linkEndedAt: times && endedAt(times, now()),
    dataTypes: chosenTypes,
    extent: extent && {
      requested: { from: latestOf(form.from), to: earliestOf(form.to) },
      models: extent.models,
      leftOut: chosenTypes.filter((type) => !extent.dataTypes.includes(type)),
      interval: intervalOf(extent),
    },
    language: firstLanguage([form.reportLanguage ?? '']),
    masking,
  };
}

export function isLeftOut({ extent }: Pick<ReportRequest, 'extent'>, signal: string): boolean {
  return Boolean(
    extent?.leftOut.some((type) => signalsOf(type).some(({ name }) => name === signal)),
  );
}

const instants = (texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined).map((text) => Date.parse(text));
const latestOf = (...texts: (string | undefined)[]) => Math.max(...instants(texts));
const earliestOf = (...texts: (string | undefined)[]) => Math.min(...instants(texts));

function zoneOfAddress(form: string, at: number): string | null {
  const country = personalForms.read(form).user?.country;
  return country ? zoneOf(country, at) : null;
}

function statedUse(
  row: { kind: ReportRequest['kind']; form_json: string },
  masking: MaskingLevel | null,
): Pick<ReportRequest, 'recipient' | 'purpose'> {
  if (row.kind === 'public') {
    const { departmentName = null, purpose = null } = publicForms.read(row.form_json);
    return { recipient: { kind: 'publicBody', name: departmentName }, purpose };
  }
  const { thirdParty, onBehalfOf, purpose = null } = personalForms.read(row.form_json);
  const user = masking === null && onBehalfOf !== undefined ? { onBehalfOf } : {};
  const recipient: Recipient = thirdParty
    ? { kind: 'thirdParty', name: thirdParty.name ?? null, ...user }
    : { kind: 'requester', name: null };
  return { recipient, purpose };
}
