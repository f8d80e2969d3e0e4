import { accessActions } from '#contract/audit.ts';
import type { DataRequestForm } from '#contract/data-request-form.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { type Answer, type Portal, startPortal } from './fixture.ts';

export const VEHICLE = 'car-of-the-owner';

/** Stages of an application in their usual order. */
export const stages = [
  'submitted',
  'underReview',
  'informationRequired',
  'awaited',
  'requested',
  'dataInformationRequired',
  'withheld',
  'approved',
  'suspended',
] as const;
export type Stage = (typeof stages)[number];

/** A portal with an owner of a car, a stranger and two reviewers, one of whom owns the car, too. */
export interface SeededPortal extends Portal {
  tokens: { owner: string; stranger: string; reviewer: string; owningReviewer: string };
  /** Uploads a proof; returns its id. */
  uploaded(token?: string): Promise<string>;
  /** Files an application of the owner, or with another token; returns its number. */
  filed(more?: Partial<PersonalForm>, token?: string): Promise<string>;
  /** Files an application of the owner, or with another token, and brings it to a stage. */
  applicationAt(stage: Stage, token?: string): Promise<{ number: string; revision: number }>;
}

export async function startSeededPortal(settings?: Record<string, string>): Promise<SeededPortal> {
  return seeded(await startPortal(settings ? { settings } : {}));
}

/** Adds the people and the vehicle to a new portal. */
export async function seeded(portal: Portal): Promise<SeededPortal> {
  const { store } = portal.services;
  const owning = ['owner@example.eu', 'owning-reviewer@example.eu'];
  await addVehicle(store, { id: VEHICLE, vin: 'VF1AAAAAAAA000001', emails: owning });
  await addSeries(portal.services, VEHICLE, [['2026-11-01T10:00:00Z', { 'Vehicle.Speed': 12 }]]);
  const tokens = {
    owner: await portal.signIn('owner@example.eu'),
    stranger: await portal.signIn('stranger@example.eu'),
    reviewer: await portal.signIn('reviewer@example.eu', { reviewer: true }),
    owningReviewer: await portal.signIn('owning-reviewer@example.eu', { reviewer: true }),
  };

  const uploaded = async (token = tokens.owner) => {
    const sent = { fields: { usage: 'vehicleProof' }, file: { name: 'proof.pdf', content: pdf } };
    return granted(await portal.upload('personUploadCert', sent, { token })).fileId;
  };

  async function filed(more: Partial<PersonalForm> = {}, token = tokens.owner) {
    const proof = more.vehicle ? [] : [await uploaded(token)];
    const form = { ...personalForm(proof), ...more };
    const sent = { submissionId: crypto.randomUUID(), form };
    return (await portal.granted('personQualificationReview', sent, { token })).applicationNumber;
  }

  async function applicationAt(stage: Stage, token = tokens.owner) {
    const applicationNumber = await filed({}, token);
    const steps: Record<Exclude<Stage, 'submitted'>, [EndpointName, object, string]> = {
      underReview: ['deskStartReview', {}, tokens.reviewer],
      informationRequired: ['deskRequestInformation', question, tokens.reviewer],
      awaited: ['deskPassQualification', {}, tokens.reviewer],
      requested: ['personDataApplication', { form: requestAt(portal.services.now()) }, token],
      dataInformationRequired: ['deskRequestInformation', question, tokens.reviewer],
      withheld: ['deskWithhold', { text: 'Access control is missing.' }, tokens.reviewer],
      approved: ['deskApprove', {}, tokens.reviewer],
      suspended: ['deskSuspend', { text: 'The data were published.' }, tokens.reviewer],
    };
    let revision = 0;
    for (const next of stages.slice(1, stages.indexOf(stage) + 1)) {
      // These stages are skipped on the way to later ones.
      if (next !== stage && /nformationRequired|withheld/.test(next)) continue;
      const [name, input, by] = steps[next as keyof typeof steps];
      const sent = { applicationNumber, revision, ...input };
      const answer = await portal.call(name, sent as never, { token: by });
      revision = granted(answer as Answer<{ revision: number }>).revision;
    }
    return { number: applicationNumber, revision };
  }

  return Object.assign(portal, { tokens, uploaded, filed, applicationAt });
}

const question = { text: 'Please add the second page.', dueOn: '2099-01-31' };

export function personalForm(proof: string[]): PersonalForm {
  const { form } = endpoints.personQualificationReview.example;
  return { ...form, vehicle: { vehicleId: VEHICLE, proof } } as PersonalForm;
}

/** Files an application for a third party, by default of the owner; returns its number. */
export async function filedForThirdParty(
  portal: SeededPortal,
  email = 'workshop@example.com',
  token = portal.tokens.owner,
): Promise<string> {
  const agreement = [await portal.uploaded(token)];
  const thirdParty = {
    name: 'Workshop Ltd',
    location: 'Warsaw',
    email,
    materials: [],
    agreement,
  };
  return portal.filed({ thirdParty }, token);
}

/** The same, in the state «data application pending», at revision 2. */
export async function qualifiedForThirdParty(
  portal: SeededPortal,
  email?: string,
  token?: string,
): Promise<string> {
  const applicationNumber = await filedForThirdParty(portal, email, token);
  const by = { token: portal.tokens.reviewer };
  granted(await portal.call('deskStartReview', { applicationNumber, revision: 0 }, by));
  granted(await portal.call('deskPassQualification', { applicationNumber, revision: 1 }, by));
  return applicationNumber;
}

/** The same, with a data request to review; returns its number and revision. */
export async function requestedForThirdParty(
  portal: SeededPortal,
  token = portal.tokens.owner,
  more: Partial<DataRequestForm> = {},
) {
  const applicationNumber = await qualifiedForThirdParty(portal, undefined, token);
  const agreement = [await portal.uploaded(token)];
  const form = { ...requestAt(portal.services.now()), agreement, ...more };
  const sent = { applicationNumber, revision: 2, form };
  return portal.granted('personDataApplication', sent, { token });
}

export const dataRequest: DataRequestForm = {
  ...endpoints.personDataApplication.example.form,
  dataTypes: ['trips'],
  from: '2025-10-01T00:00:00Z',
  to: '2026-11-20T00:00:00Z',
} as DataRequestForm;

/** The data request, with a range that does not end in the future. */
export function requestAt(at: number): DataRequestForm {
  const to = new Date(Math.min(at, Date.parse(dataRequest.to))).toISOString();
  return { ...dataRequest, to };
}

/** Returns the data of a successful response. */
export function granted<Data>(answer: Answer<Data>): Data {
  if (answer.code !== 200) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.data;
}

/** Cached: introspection is slow. */
const tablesOf = new WeakMap<object, readonly { name: string }[]>();

/**
 * Returns every row of every table, without the last use of sessions and the access log, to detect
 * changes.
 */
export async function contents({ services: { store } }: Portal): Promise<Record<string, string[]>> {
  await flushReads(store);
  const tables = tablesOf.get(store) ?? (await store.db.introspection.getTables());
  tablesOf.set(store, tables);
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await store.db
        .selectFrom(name as 'account')
        .selectAll()
        .execute();
      const kept = found.filter((row) => !isOfAccess(name, row as object));
      return [
        name,
        kept.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort(),
      ] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function isOfAccess(table: string, row: { action?: string; kind?: string }): boolean {
  if (table === 'audit_head') return true;
  if (table === 'seal') return row.kind === 'audit_entry';
  return table === 'audit_entry' && accessActions.some((action) => action === row.action);
}
