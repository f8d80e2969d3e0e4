import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { courses, type DataRequest, filePersonal, filePublic, takeStep } from '#demo/filing.ts';
import { DAY } from '#lib/words/durations.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { flagsOf } from '#server/accounts/staff/roles.ts';
import { lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { linkVehicle, nameIn, VEHICLE_NAME } from './persona-vehicle.ts';

export interface Persona {
  role: 'owner' | 'publicSector' | StaffRole;
  email: string;
  token: string;
  applications: { number: string; state: ApplicationState }[];
}

export const MAX_SETS = 100;

/**
 * Creates test users through the API: an owner and a public body, each with one application per
 * state. Users that exist are signed in again, and only missing applications are created, because
 * of daily limits. Each set has its own owner, vehicle and public body; all sets share the staff.
 */
export async function seedPersonas(
  app: FastifyInstance,
  services: Services,
  set = 1,
): Promise<Persona[]> {
  const owner = await persona(services, 'owner', nameIn(set, 'owner'));
  const body = await persona(services, 'publicSector', nameIn(set, 'publicsector'));
  const reviewer = await persona(services, 'reviewer');
  const colleagues = await Promise.all(
    staffRoles.filter((role) => role !== 'reviewer').map((role) => persona(services, role)),
  );
  const lead = colleagues.find(({ role }) => role === 'lead') as Persona;
  const vehicle = await linkVehicle(services, owner.email, set);
  const at = services.now();
  const day = (offset: number) => new Date(at + offset * DAY).toISOString().slice(0, 10);
  const form = {
    ...endpoints.personDataApplication.example.form,
    from: `${day(-20)}T00:00:00Z`,
    to: `${day(0)}T00:00:00Z`,
    contactEmail: owner.email,
  } as DataRequest;
  const ofOwner = courses('personal', form, day(10), VEHICLE_NAME);
  const ofBody = courses('public', form, day(10), VEHICLE_NAME);
  for (const [requester, file, each] of [
    [owner, () => filePersonal(app, owner, vehicle), ofOwner],
    [body, () => filePublic(app, body, { deadline: day(90) }), ofBody],
  ] as const)
    for (const { state, steps } of each) {
      let number = await newestIn(services, requester, state);
      if (number === undefined) {
        number = await file();
        for (const [revision, step] of steps.entries()) {
          const application = { applicationNumber: number, revision };
          await takeStep(app, { requester, reviewer, lead }, application, step);
        }
      }
      requester.applications.push({ number, state });
    }
  return [owner, body, reviewer, ...colleagues];
}

async function newestIn(
  { store }: Services,
  { email }: Persona,
  state: ApplicationState,
): Promise<string | undefined> {
  const found = await store.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'requester_id')
    .select('number')
    .where('email', '=', email)
    .where('state', '=', state)
    .orderBy('application.created_at', 'desc')
    .executeTakeFirst();
  return found?.number;
}

async function persona(
  services: Services,
  role: Persona['role'],
  name = role.toLowerCase(),
): Promise<Persona> {
  const { store, config, now } = services;
  const email = `persona-${name}@example.eu`;
  const at = now();
  const token = await store.transact(async (trx) => {
    const { id } = await accountOf(trx, { email, language: 'en', at });
    const flags = flagsOf(staffRoles.filter((each) => each === role));
    await lockRow(store, trx, 'account', { id });
    await updateRows(trx, 'account', { id }, flags);
    return openSession(trx, id, { config, at });
  });
  return { role, email, token, applications: [] };
}
