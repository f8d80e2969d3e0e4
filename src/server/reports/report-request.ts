import { signalsOf } from '#contract/data-catalogue.ts';
import type { StoredDataRequest } from '#contract/data-request-form.ts';
import {
  customersLevels,
  type DataType,
  dataTypes,
  type MaskingLevel,
} from '#contract/data-types.ts';
import { extentIn, intervalOf, type StoredExtent } from '#contract/delivery-extent.ts';
import { firstLanguage, type Language } from '#contract/languages.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { personalForms, publicForms, requestedDataOf } from '#contract/stored-forms.ts';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Breach } from '#server/vehicles/backend-error.ts';
import { endedAt, rangesWithin } from '#server/vehicles/link-times.ts';
import { linkTimes } from '#server/vehicles/linked-vehicles.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import { zoneOf } from './local-clock.ts';

/** Content that a report has to hold. */
export interface ReportRequest {
  applicationNumber: string;
  kind: 'personal' | 'public';
  /** One vehicle; null for every vehicle of the data holder, with a column that tells them apart. */
  vehicleId: string | null;
  /** Tells whether the request names a period; without one there is nothing to deliver. */
  hasPeriod: boolean;
  /** The range that was approved: from `from` up to and without `to`, ms since the epoch. */
  from: number;
  to: number;
  /** Parts of it in which the vehicle was linked to the requester; all of it for a public body. */
  parts: readonly TimeRange[];
  /** When the link ended, ms since the epoch; null while it lasts, or where none is needed. */
  linkEndedAt: number | null;
  /** What of a public-sector body's request was approved; null of all. */
  extent: RequestExtent | null;
  /** When it was approved, ms since the epoch; now, before it is. */
  approvedAt: number;
  dataTypes: readonly DataType[];
  /** The level of masking; null of none. */
  masking: MaskingLevel | null;
  language: Language;
  /** Name of the data holder, and the mailbox to turn to, for the manifest. */
  holder: string;
  contact: string;
  recipient: Recipient;
  /** Zone whose clock is shown beside UTC (IANA name): by the country of the requester's address. */
  timeZone: string | null;
  /** Purpose of use: a customer's code, or a public-sector body's text; null where none is known. */
  purpose: string | null;
  /** Until when a third party gets the data, ms since the epoch; null of others, or before that is known. */
  sharedUntil: number | null;
}

/** The part of a request that was approved, beside its range. */
export interface RequestExtent {
  /** The range that was asked for, ms since the epoch. */
  asked: TimeRange;
  /** Models of the vehicles, by what these are called. */
  models: readonly string[];
  /** Data types that were asked for and are not given. */
  leftOut: readonly DataType[];
  /** Shortest time between two values of a signal, in ms; 0 of all values. */
  interval: number;
}

/** Who the data are for. */
export interface Recipient {
  kind: 'requester' | 'thirdParty' | 'publicBody';
  /** Name of the third party or the body; none of a user, whom a masked report may not name. */
  name: string | null;
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
      /** The same of the encrypted package. */
      package: { size: number; sha256: string };
    }
  | {
      outcome: 'empty';
      reason: EmptyReason;
      /** Of the package, which holds the manifest alone and is not encrypted; none of a made outcome. */
      package?: { size: number; sha256: string };
    };

/** The end of a generation by a breach of the vehicles' back end, or by a store that is away. */
export type BrokenOff =
  | { outcome: 'brokenOff'; breach: Breach; message: string }
  | { outcome: 'unavailable'; message: string };

/** A data type of an older catalogue may be there no more. */
const isDataType = (code: string): code is DataType =>
  (dataTypes as readonly string[]).includes(code);

/**
 * Reads the report that an application asks for. Its range ends with its approval at the latest,
 * however often it is generated, and its data are of the time that the link has held.
 * @param proposed extent of an approval that is not made yet
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
    .leftJoin('history_entry', (join) =>
      join
        .onRef('history_entry.application_number', '=', 'application.number')
        .on('history_entry.event', '=', 'data.approve'),
    )
    .select(['kind', 'vehicle_id', 'form_json', 'data_request_json', 'account.email'])
    .select(['history_entry.at as approved_at', 'history_entry.facts_json as approval'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const form = requestedDataOf(row);
  const latest = row.approved_at ?? now();
  // What was stored without a period was approved for none: no instant lies in it.
  const hasPeriod = form.from !== undefined && form.to !== undefined;
  const extent = extentIn(row.approval) ?? proposed ?? null;
  const range = hasPeriod
    ? {
        from: latestOf(form.from, extent?.from),
        to: Math.min(earliestOf(form.to, extent?.to), latest),
      }
    : { from: 0, to: 0 };
  const asked = form.dataTypes.filter(isDataType);
  const times =
    row.vehicle_id === null ? null : await linkTimes(services, row.email, row.vehicle_id);
  return {
    applicationNumber: number,
    kind: row.kind,
    vehicleId: row.vehicle_id,
    holder: config.HOLDER_NAME,
    contact: config.CONTACT_MAILBOX,
    ...statedUse(row),
    sharedUntil: null,
    timeZone: row.kind === 'personal' ? zoneOfAddress(row.form_json, latest) : null,
    hasPeriod,
    ...range,
    approvedAt: latest,
    parts: !hasPeriod ? [] : times ? rangesWithin(range, times) : [range],
    linkEndedAt: times && endedAt(times, now()),
    dataTypes: asked,
    extent: extent && {
      asked: { from: latestOf(form.from), to: earliestOf(form.to) },
      models: extent.models,
      leftOut: asked.filter((type) => !extent.dataTypes.includes(type)),
      interval: intervalOf(extent),
    },
    language: firstLanguage([form.reportLanguage ?? '']),
    masking: levelOf(row.kind, form),
  };
}

/** Tests that a signal was asked for and not approved. */
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

/** Recipient and purpose, as the application names them. */
function statedUse(row: {
  kind: ReportRequest['kind'];
  form_json: string;
}): Pick<ReportRequest, 'recipient' | 'purpose'> {
  if (row.kind === 'public') {
    const { departmentName = null, purpose = null } = publicForms.read(row.form_json);
    return { recipient: { kind: 'publicBody', name: departmentName }, purpose };
  }
  const { thirdParty, purpose = null } = personalForms.read(row.form_json);
  const recipient: Recipient = thirdParty
    ? { kind: 'thirdParty', name: thirdParty.name ?? null }
    : { kind: 'requester', name: null };
  return { recipient, purpose };
}

/**
 * A public-sector body gets personal data anonymised or pseudonymised (Art. 18(4)), with the true
 * time only in an emergency (Art. 15(1)(a)). A customer's are masked unless their request says
 * otherwise.
 */
function levelOf(
  kind: ReportRequest['kind'],
  form: ReturnType<typeof requestedDataOf>,
): MaskingLevel | null {
  if (kind === 'public') {
    const { type, maskingLevel } = form as StoredPublicForm;
    return type === 'publicEmergency' && maskingLevel === 'dated' ? 'dated' : 'drives';
  }
  const { masking, maskingLevel } = form as StoredDataRequest;
  if (masking === false) return null;
  return customersLevels.find((level) => level === maskingLevel) ?? 'drives';
}
