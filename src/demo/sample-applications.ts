import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { purposes } from '#contract/options.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { personalForms } from '#contract/stored-forms.ts';
import { DAY } from '#lib/words/durations.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { build } from '#server/build.ts';
import { deleteRows, findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import {
  courses,
  type DataRequest,
  filePersonal,
  filePublic,
  type SampleQualification,
  type SampleThirdParty,
  type SignedIn,
  type Step,
  takeStep,
} from './filing.ts';
import {
  addVehicle,
  demoAccounts,
  SAMPLE_DAYS,
  type SampleVehicle,
  sampleVin,
  vehicles,
} from './seed.ts';

type Ages = Partial<Record<ApplicationState, number>>;
type User = Pick<PersonalForm['user'], 'firstName' | 'lastName' | 'city' | 'postCode' | 'country'>;

/** Other owners: name, town, vehicle, ages of their applications, and the third party they name. */
const others: [
  User,
  Pick<SampleVehicle, 'name' | 'bodyType' | 'colour' | 'lat' | 'lon'>,
  Ages,
  SampleThirdParty?,
][] = [
  [
    { firstName: 'Camille', lastName: 'Martin', city: 'Lyon', postCode: '69001', country: 'FR' },
    { name: 'Montra', bodyType: 'SUV', colour: 'Midnight black', lat: 45.76, lon: 4.84 },
    { 'qualification.submitted': 2, 'dataRequest.underReview': 16, approved: 30 },
  ],
  [
    { firstName: 'Jan', lastName: 'Kowalski', city: 'Kraków', postCode: '30-001', country: 'PL' },
    { name: 'Kargo', bodyType: 'Van', colour: 'White', lat: 54.35, lon: 18.65 },
    { 'qualification.underReview': 9, 'dataRequest.awaited': 8, 'terminated.byHolder': 41 },
  ],
  [
    { firstName: 'Lucía', lastName: 'García', city: 'Valencia', postCode: '46001', country: 'ES' },
    { name: 'Lumo', bodyType: 'Hatchback', colour: 'Brick red', lat: 39.47, lon: -0.38 },
    { 'qualification.informationRequired': 5, approved: 21, suspended: 47 },
  ],
  [
    { firstName: 'João', lastName: 'Silva', city: 'Porto', postCode: '4000-001', country: 'PT' },
    { name: 'Aurelo', bodyType: 'Saloon', colour: 'Silver grey', lat: 41.15, lon: -8.61 },
    {
      'qualification.submitted': 33,
      'dataRequest.informationRequired': 13,
      'terminated.byRequester': 24,
    },
  ],
  [
    { firstName: 'Emma', lastName: 'Janssens', city: 'Ghent', postCode: '9000', country: 'BE' },
    { name: 'Velora', bodyType: 'Estate', colour: 'Forest green', lat: 51.05, lon: 3.72 },
    { 'dataRequest.underReview': 3, 'dataRequest.withheld': 19, approved: 44 },
    { name: 'Garage Leie', location: 'Ghent, Belgium', email: 'garage@example.eu' },
  ],
];

const ofOwner: Ages = {
  'qualification.submitted': 1,
  'qualification.underReview': 4,
  'qualification.informationRequired': 6,
  'dataRequest.awaited': 5,
  'dataRequest.underReview': 11,
  'dataRequest.informationRequired': 12,
  'dataRequest.withheld': 18,
  approved: 7,
  suspended: 28,
  'terminated.byRequester': 37,
  'terminated.byHolder': 49,
};
const ofWorkshop: Ages = { 'qualification.underReview': 2, 'dataRequest.awaited': 4, approved: 8 };
const ofBody: Ages = {
  'qualification.submitted': 3,
  'dataRequest.underReview': 10,
  'dataRequest.informationRequired': 8,
  approved: 15,
  'terminated.byRequester': 35,
  'terminated.byHolder': 43,
};

async function sampleRequesters(services: Services): Promise<Requester[]> {
  const [owner, body, agent] = demoAccounts;
  const workshop = { name: 'Serwis Rondo', location: 'Kraków, Poland', email: agent.email };
  const forWorkshop = { purpose: 'repairAndMaintenance', thirdParty: workshop } as const;
  const [hatchback] = vehicles;
  const requesters: Requester[] = [
    personalRequester(owner.email, hatchback, ofOwner, (state) =>
      state === 'dataRequest.underReview' ? forWorkshop : {},
    ),
    personalRequester(agent.email, hatchback, ofWorkshop, () => forWorkshop),
    {
      kind: 'public',
      email: body.email,
      model: hatchback.name,
      file: (app, by, { at }, id) => {
        const days = { deadline: dayOf(at + 90 * DAY), ...rangeOf(at - 30 * DAY, at) };
        return filePublic(app, by, days, id);
      },
      ages: ofBody,
    },
  ];
  const { user: example } = endpoints.personQualificationReview.example.form as PersonalForm;
  for (const [index, [user, looks, ages, thirdParty]] of others.entries()) {
    const email = `owner-${index + 2}@example.eu`;
    const id = `demo-sample-${index}`;
    const vehicle = { ...looks, days: SAMPLE_DAYS, id, vin: sampleVin(index + 101) };
    await services.store.transact(async (trx) => {
      if (await findRow(trx, 'vehicle', { id })) return;
      await addVehicle({ services, trx }, vehicle, { owner: email, now: services.now() });
    });
    const purpose = purposes[index] && { purpose: purposes[index] };
    const changed = { user: { ...example, ...user }, thirdParty, ...purpose };
    requesters.push(personalRequester(email, vehicle, ages, () => changed));
  }
  return requesters;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const rangeOf = (from: number, to: number) => ({
  from: `${dayOf(from)}T00:00:00Z`,
  to: `${dayOf(to)}T00:00:00Z`,
});

interface Requester {
  kind: ApplicationKind;
  email: string;
  model: string;
  file(
    app: FastifyInstance,
    by: SignedIn,
    filed: { at: number; state: string },
    submissionId: string,
  ): Promise<string>;
  ages: Ages;
}

const personalRequester = (
  email: string,
  vehicle: { id: string; vin: string; name: string },
  ages: Ages,
  changed: (state: string) => SampleQualification,
): Requester => ({
  kind: 'personal',
  email,
  model: vehicle.name,
  file: (app, by, { state }, id) => filePersonal(app, by, vehicle, changed(state), id),
  ages,
});

/**
 * Files applications and takes them through the review, as if over the past weeks: each call is made
 * with a clock that is set back. Repeated after an interruption, it makes only the calls that are
 * missing.
 */
export async function seedApplications(services: Services): Promise<void> {
  const { store, config } = services;
  const now = services.now();
  const clock = { at: now };
  const app = await build({ ...services, now: () => clock.at }, undefined, {
    logger: { level: 'error' },
  });
  const signIn = async (email: string): Promise<SignedIn> => ({
    token: await store.transact(async (trx) => {
      const { id } = await accountOf(trx, { email, language: 'en', at: clock.at });
      return openSession(trx, id, { config, at: clock.at });
    }),
  });
  const filed = (submissionId: string) =>
    findRow(store.db, 'application', { submission_id: submissionId });
  const requesters = await sampleRequesters(services);
  const events = requesters.flatMap((requester) =>
    eventsOf(requester, now, { app, signIn, filed }),
  );
  for (const { at, run } of events.sort((a, b) => a.at - b.at)) {
    clock.at = at;
    await run();
  }
  await app.close();
  await store.transact(async (trx) => {
    await trx.deleteFrom('session').execute();
    // Marks the mails as sent. With SMTP, they would otherwise be sent now.
    await trx.updateTable('mail').set({ sent_at: now }).execute();
    await deleteRows(trx, 'job', { kind: 'mail' });
  });
}

interface Portal {
  app: FastifyInstance;
  signIn(email: string): Promise<SignedIn>;
  filed(submissionId: string): Promise<Schema['application'] | undefined>;
}

function eventsOf(requester: Requester, now: number, { app, signIn, filed }: Portal) {
  const { kind, email, model, file, ages } = requester;
  const staff = ['reviewer@example.eu', 'lead@example.eu'] as const;
  return Object.entries(ages).flatMap(([state, age]) => {
    const request = {
      ...endpoints.personDataApplication.example.form,
      dataTypes: ['status', 'battery', 'trips', 'location'],
      ...rangeOf(now - (age + 14) * DAY, now - age * DAY),
      contactEmail: email,
    } as DataRequest;
    const course = courses(kind, request, dayOf(now + 10 * DAY), model, request);
    const calls = course.find((each) => each.state === state)?.steps;
    if (!calls) throw new Error(`No ${kind} application reaches ${state}`);
    const [reviewer, lead] = age % 3 === 0 ? [staff[1], staff[0]] : staff;
    const id = submissionIdOf(`${email} ${state}`);
    const filing = {
      at: now - age * DAY,
      run: async () => {
        if (!(await filed(id)))
          await file(app, await signIn(email), { at: now - age * DAY, state }, id);
      },
    };
    const steps = calls.map((step, revision) => ({
      at: now - age * DAY + Math.round(((revision + 1) * age * DAY) / (calls.length + 2)),
      run: async () => {
        const application = await filed(id);
        if (!application || application.revision > revision) return;
        const people = {
          requester: await signIn(email),
          reviewer: await signIn(reviewer),
          lead: await signIn(lead),
        };
        const about = { applicationNumber: application.number, revision };
        await takeStep(app, people, about, withAgreement(step, application.form_json));
      },
    }));
    return [filing, ...steps];
  });
}

function withAgreement(step: Step, formJson: string): Step {
  const [name, by, input] = step;
  if (name !== 'personDataApplication') return step;
  const { agreement = [] } = personalForms.read(formJson).thirdParty ?? {};
  return [name, by, { form: { ...(input as { form: DataRequest }).form, agreement } }];
}

/** UUID (version 8) that is the same at each start. */
function submissionIdOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');
}
