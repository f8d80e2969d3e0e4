import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decisions } from '#contract/decision.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { shortestPath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { flagsOf } from '#server/accounts/staff/roles.ts';
import type { Services } from '#server/platform/database/services.ts';
import { linkVehicle, nameIn, VEHICLE_NAME, vehicleOf } from './persona-vehicle.ts';

export interface Persona {
  role: 'owner' | 'publicSector' | StaffRole;
  email: string;
  token: string;
  applications: { number: string; state: ApplicationState }[];
}

const DAY = 24 * 60 * 60 * 1000;

export const MOST_SETS = 100;

const graph = machineGraph(applicationMachine);

/**
 * Returns the states that an application of a kind can reach, each with the API calls that lead
 * there.
 */
function courses(
  kind: ApplicationKind,
  form: InputOf<typeof endpoints.personDataApplication>['form'],
  dueOn: string,
) {
  const { dataTypes, from, to } = endpoints.publicApplication.example.form as PublicForm;
  const models = [VEHICLE_NAME];
  const extent =
    kind === 'public' ? { models, dataTypes, from, to, interval: 'asRecorded' } : undefined;
  const isOfKind = ([, { kind: of }]: [string, { kind: ApplicationKind }]) => of === kind;
  const [ground] = Object.entries(refusalGrounds).find(isOfKind) ?? [];
  const texts: Partial<Record<string, string>> = {
    request: 'Please add page 2.',
    withhold: 'The agreed access control is not in place.',
    suspend: 'The calibration data were published.',
    refuse: 'The proof names another person.',
  };
  const decided = Object.entries(decisions).map(([decision, { event, call, takes }]) => {
    const filled = { text: texts[decision], dueOn, ground, items: [], extent };
    const more = Object.fromEntries(takes.map((field) => [field, filled[field]]));
    return [event, [call, 'reviewer', more]] satisfies [string, Step];
  });
  const calls: Record<string, Step> = {
    ...Object.fromEntries(decided),
    'data.request': ['personDataApplication', 'requester', { form }],
    'application.terminate': ['terminateOrder', 'requester'],
  };
  const others = kind === 'personal' ? 'isPublic' : 'isPersonal';
  return applicationStates
    .map((state) => ({ state, way: shortestPath(graph, state, [others]) }))
    .filter(({ way }) => way.length > 0)
    .map(({ state, way }) => ({
      state,
      steps: way.slice(1).map(({ event }) => {
        const step = calls[event ?? ''];
        if (!step) throw new Error(`No call of people leads to ${state}: ${event}`);
        return step;
      }),
    }));
}

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
  const vehicleId = vehicleOf(set);
  await linkVehicle(services, owner.email, set);
  const at = services.now();
  const day = (offset: number) => new Date(at + offset * DAY).toISOString().slice(0, 10);
  const form = {
    ...endpoints.personDataApplication.example.form,
    from: `${day(-20)}T00:00:00Z`,
    to: `${day(0)}T00:00:00Z`,
    contactEmail: owner.email,
  } as InputOf<typeof endpoints.personDataApplication>['form'];
  const ofOwner = courses('personal', form, day(10));
  const ofBody = courses('public', form, day(10));
  for (const [requester, file, each] of [
    [owner, () => filePersonal(app, owner, vehicleId), ofOwner],
    [body, () => filePublic(app, body, day(90)), ofBody],
  ] as const)
    for (const { state, steps } of each) {
      const stands = await newestIn(services, requester, state);
      const number = stands ?? (await file());
      if (!stands) await walk(app, { requester, reviewer, lead }, number, steps);
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
  const { store, now } = services;
  const email = `persona-${name}@example.eu`;
  const at = now();
  const token = await store.transact(async (trx) => {
    const { id } = await accountOf(trx, { email, language: 'en', at });
    const flags = flagsOf(staffRoles.filter((one) => one === role));
    await trx.updateTable('account').set(flags).where('id', '=', id).execute();
    return openSession(trx, id, { at });
  });
  return { role, email, token, applications: [] };
}

async function filePersonal(
  app: FastifyInstance,
  owner: Persona,
  vehicleId: string,
): Promise<string> {
  const proof = await uploadProof(app, owner, 'personUploadCert', 'vehicleProof');
  const { form } = endpoints.personQualificationReview.example;
  const vehicle = { vehicleId, proof: [proof] };
  const filing = { submissionId: randomUUID(), form: { ...form, vehicle } };
  const filed = await made(app, 'personQualificationReview', filing, owner);
  return (filed as DataOf<typeof endpoints.personQualificationReview>).applicationNumber;
}

async function filePublic(app: FastifyInstance, body: Persona, deadline: string): Promise<string> {
  const materials = [await uploadProof(app, body, 'publicUploadCert', 'publicMaterial')];
  const { form } = endpoints.publicApplication.example;
  const filing = { submissionId: randomUUID(), form: { ...form, deadline, materials } };
  const filed = await made(app, 'publicApplication', filing, body);
  return (filed as DataOf<typeof endpoints.publicApplication>).applicationNumber;
}

async function uploadProof(
  app: FastifyInstance,
  { token }: Persona,
  name: 'personUploadCert' | 'publicUploadCert',
  usage: string,
): Promise<string> {
  const content = new FormData();
  content.set('usage', usage);
  content.set('file', new File(['%PDF-1.7\n%%EOF\n'], 'proof.pdf', { type: 'application/pdf' }));
  const body = new Response(content);
  const answer = await app.inject({
    method: 'POST',
    url: endpoints[name].path,
    headers: { [LOGIN_HEADER]: token, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return granted(name, answer).fileId;
}

type Step = [EndpointName, 'requester' | 'reviewer', object?];

interface SignedIn {
  token: string;
}

/** Makes the API calls of a path. A lead agrees to the approval if a second opinion is required. */
async function walk(
  app: FastifyInstance,
  people: Record<'requester' | 'reviewer' | 'lead', SignedIn>,
  applicationNumber: string,
  steps: readonly Step[],
): Promise<void> {
  for (const [revision, [name, by, more]] of steps.entries()) {
    if (name === 'deskApprove') await agree(app, people, applicationNumber);
    await made(app, name, { applicationNumber, revision, ...more }, people[by]);
  }
}

async function agree(
  app: FastifyInstance,
  { reviewer, lead }: Record<'reviewer' | 'lead', SignedIn>,
  applicationNumber: string,
): Promise<void> {
  const about = { applicationNumber };
  const record = await made(app, 'deskApplication', about, reviewer);
  if ((record as DataOf<typeof endpoints.deskApplication>).fourEyes === null) return;
  const of = ((await made(app, 'currentUser', {}, lead)) as DataOf<typeof endpoints.currentUser>)
    .id;
  const asked = { ...about, of, note: 'May it be approved?' };
  const { id: question } = (await made(app, 'deskOpinionAsk', asked, reviewer)) as { id: string };
  const given = { ...about, question, note: 'Yes.', agrees: true };
  await made(app, 'deskOpinionGive', given, lead);
}

async function made(app: FastifyInstance, name: EndpointName, input: object, by: SignedIn) {
  const { method, path } = endpoints[name];
  const headers = { [LOGIN_HEADER]: by.token };
  const body = method === 'GET' ? {} : { payload: input };
  return granted(name, await app.inject({ method, url: path, headers, ...body }));
}

function granted(name: string, answer: { statusCode: number; body: string }) {
  if (answer.statusCode !== 200) throw new Error(`${name} was answered ${answer.body}`);
  return JSON.parse(answer.body).data;
}
