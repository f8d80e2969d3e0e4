import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { FileUsage } from '#contract/files.ts';
import type { Language } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { runTimedTransitions } from '#server/background.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { codeOf, production, setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { dataRequest, granted, personalForm } from '#tests/server/seeded-portal.ts';
import { runPortal } from '#tools/portal.ts';
import { type Answer, lastCode, type Portal } from '../server/fixture.ts';

export const settings = { ...production, DESK_MAILBOX: 'desk@example.eu' };

const DAY = 24 * 60 * 60 * 1000;
const VIN = 'VF1KEPTAA00000001';

/** A signed-in user; `secret` is that of a staff member's authenticator app. */
export interface Person {
  email: string;
  token: string;
  secret?: string;
}
export type Role = 'owner' | 'body' | StaffRole;
export type People = Record<Role, Person>;

type Step = [EndpointName, Role, object?];
type Filing = 'own' | 'thirdParty' | 'public';

/** Simulates seven weeks: applications in every state, and the other data that users leave. */
export async function live(portal: Portal): Promise<People> {
  const { clock } = portal;
  clock.set(Date.parse('2026-06-01T08:00:00Z'));
  const people = await moveIn(portal);
  const story = new Story(portal, people);
  await firstWeeks(portal, story);
  await sendMails(portal);
  clock.advance(45 * DAY);
  await runTimedTransitions(portal.services);
  await laterWeeks(portal, story);
  clock.advance(DAY);
  await runTimedTransitions(portal.services);
  await leaveTraces(portal, story);
  return people;
}

async function moveIn(portal: Portal): Promise<People> {
  const requester = async (email: string, language: Language) => ({
    email,
    token: await portal.signIn(email, { language }),
  });
  const staff = async (role: StaffRole) => {
    const email = `${role}@example.eu`;
    const token = await signInAs(portal, email, [role]);
    return { email, token, secret: (await setUp(portal, token)).secret };
  };
  const people = {
    owner: await requester('owner@example.eu', 'pl'),
    body: await requester('authority@example.eu', 'fr'),
    reviewer: await staff('reviewer'),
    lead: await staff('lead'),
    auditor: await staff('auditor'),
    analyst: await staff('analyst'),
  };
  await importDrive(portal);
  return people;
}

/** Two minutes of a drive on each of three days. */
async function importDrive({ services: { config } }: Portal): Promise<void> {
  const file = join(config.DATA_DIR, 'drive.csv');
  const heading = 'Instant,Vehicle.Speed,Vehicle.IsMoving,Vehicle.CurrentLocation.Latitude';
  const rows = ['2026-05-04', '2026-07-06', '2026-09-07'].flatMap((day) =>
    Array.from({ length: 120 }, (_, second) => {
      const at = Date.parse(`${day}T10:00:00Z`) + second * 1000;
      return `${new Date(at).toISOString()},${second / 2},true,${50 + second / 10_000}`;
    }),
  );
  await writeFile(file, `${[heading, ...rows].join('\n')}\n`);
  const args = ['--file', file, '--vin', VIN, '--name', 'Twizy', '--account', 'owner@example.eu'];
  const attribute = ['--attribute', 'Vehicle.VehicleIdentification.Model=Twizy 80'];
  const { DATA_DIR, DATABASE_URL, AUDIT_KEY } = config;
  const env = { DATA_DIR, DATABASE_URL, AUDIT_KEY };
  const status = await runPortal(['import', ...args, ...attribute], env, process);
  if (status !== 0) throw new Error('The drive could not be imported');
}

/** Story of an installation: the callers, and the steps that bring applications to their states. */
class Story {
  readonly portal: Portal;
  readonly people: People;

  constructor(portal: Portal, people: People) {
    this.portal = portal;
    this.people = people;
  }

  async call(name: EndpointName, by: Role, input: object = {}) {
    const answer = await this.portal.call(name, input as never, { token: this.people[by].token });
    return granted(answer as Answer<{ applicationNumber: string; revision: number }>);
  }

  async upload(by: Role, usage: FileUsage): Promise<string> {
    const name = by === 'body' ? 'publicUploadCert' : 'personUploadCert';
    const sent = { fields: { usage }, file: { name: `${usage}.pdf`, content: pdf } };
    const { token } = this.people[by];
    return granted(await this.portal.upload(name, sent, { token })).fileId;
  }

  /** Files an application and takes steps with it; returns its number. */
  async application(filing: Filing, ...steps: readonly Step[]): Promise<string> {
    const by = filing === 'public' ? 'body' : 'owner';
    const name = filing === 'public' ? 'publicApplication' : 'personQualificationReview';
    const form = filing === 'public' ? await this.publicForm() : await this.ownForm(filing);
    const submissionId = crypto.randomUUID();
    const { applicationNumber } = await this.call(name, by, { submissionId, form });
    for (const [revision, [step, who, more]] of steps.entries()) {
      this.portal.clock.advance(60_000);
      const sent = await this.withFiles(filing, step, more);
      await this.call(step, who, { applicationNumber, revision, ...sent });
    }
    return applicationNumber;
  }

  async ownForm(filing: Filing) {
    const form = personalForm([await this.upload('owner', 'vehicleProof')]);
    const { id: vehicleId } = await this.portal.services.store.db
      .selectFrom('vehicle')
      .select('id')
      .executeTakeFirstOrThrow();
    const own = { ...form, vehicle: { ...form.vehicle, vehicleId } };
    if (filing === 'own') return own;
    return {
      ...own,
      user: { ...own.user, title: 'dr', middleName: 'Maria' },
      purposeDetails: 'Insurance by distance.\nAgreed with the insurer.',
      thirdParty: {
        name: 'Insurer by Distance S.A.',
        location: 'Warszawa',
        email: 'insurer@example.com',
        materials: [await this.upload('owner', 'thirdPartyMaterial')],
        agreement: [await this.upload('owner', 'agreement')],
      },
    };
  }

  async publicForm() {
    const { form } = endpoints.publicApplication.example;
    const materials = [await this.upload('body', 'publicMaterial')];
    return { ...form, ...askedByBody, onwardRecipients: 'Ministry', materials };
  }

  /** Uploads the files of a step; returns its input without number and revision. */
  async withFiles(filing: Filing, step: EndpointName, more?: object): Promise<object> {
    const by = filing === 'public' ? 'body' : 'owner';
    if (step.endsWith('Sup')) return { ...more, files: [await this.upload(by, 'supplement')] };
    if (step !== 'personDataApplication') return { ...more };
    const agreement = filing === 'own' ? [] : [await this.upload('owner', 'agreement')];
    return { form: { ...dataRequest, ...wanted, scope: 'All trips.', ...more, agreement } };
  }
}

const askedByBody = {
  dataTypes: ['battery', 'status'],
  from: '2026-01-01T00:00:00Z',
  to: '2026-05-01T00:00:00Z',
};

const wanted = {
  from: '2026-05-01T00:00:00Z',
  to: '2026-05-31T00:00:00Z',
  dataTypes: ['identity', 'trips', 'status', 'location'],
};
const start: Step = ['deskStartReview', 'reviewer'];
const pass: Step = ['deskPassQualification', 'reviewer', { text: 'Proof and purpose are clear.' }];
const request: Step = ['personDataApplication', 'owner'];
const approve: Step = ['deskApprove', 'reviewer', { text: 'Approved.' }];
const extent = {
  models: ['Twizy'],
  ...askedByBody,
  from: '2026-01-01T00:00:00Z',
  to: '2026-04-01T00:00:00Z',
  interval: 'minute',
};
const approveBody: Step = ['deskApprove', 'reviewer', { text: 'Approved.', extent }];
const refuse: Step = [
  'deskRefuse',
  'reviewer',
  { ground: 'tradeSecrets', text: 'The signals asked for show a trade secret.' },
];
const refuseBody: Step = [
  'deskRefuse',
  'reviewer',
  { ground: 'conditionsNotMet', text: 'The exceptional need is not demonstrated.' },
];
const withhold: Step = ['deskWithhold', 'reviewer', { text: 'A trade secret is examined.' }];
const suspend: Step = ['deskSuspend', 'reviewer', { text: 'The agreement was broken.' }];
const terminate: Step = ['terminateOrder', 'owner'];
const ask = (dueOn: string, ...items: string[]): Step => [
  'deskRequestInformation',
  'reviewer',
  { text: 'Please add the second page.', dueOn, ...(items.length > 0 && { items }) },
];
const supplied = { text: 'The second page is attached.' };
const supplyProof: Step = ['qualificationReviewSup', 'owner', supplied];
const supplyRequest: Step = ['personDataApplicationSup', 'owner', supplied];

/** Makes the applications that end, expire or fail before the later weeks begin. */
async function firstWeeks(portal: Portal, story: Story): Promise<void> {
  await story.application('own', start, pass, request, approve);
  await story.application('public', start, approveBody);
  await story.application('own', start, pass, request, refuse);
  await generate(portal);
  const { config } = portal.services;
  await story.application('own', start, pass, ['personDataApplication', 'owner', noData], approve);
  await generate(portal);
  await story.application('thirdParty', start, pass, request, approve);
  config.VEHICLE_BACKEND_URL = 'http://127.0.0.1:9';
  await generate(portal);
  config.VEHICLE_BACKEND_URL = undefined;
  // These wait for an answer that does not come in time.
  await story.application('own', start, ask('2026-06-20', 'vehicleProof'));
  await story.application('thirdParty', start, pass);
  await story.application('own', start, pass, request, ask('2026-06-20', 'dataPeriod'));
  await story.application('public', start, ask('2026-06-20', 'safeguards'));
}

const noData = { dataTypes: ['battery'] };
const masked = { masking: true, reportLanguage: 'pl' };

/** Applications of every kind in every state. */
async function laterWeeks(portal: Portal, story: Story): Promise<void> {
  for (const filing of ['own', 'thirdParty'] as const) {
    const asked: Step = ['personDataApplication', 'owner', filing === 'own' ? {} : masked];
    await story.application(filing);
    await story.application(filing, start);
    await story.application(filing, start, ask('2026-07-20', 'vehicleProof', 'purpose'));
    await story.application(filing, start, ask('2026-08-20'), supplyProof);
    await story.application(filing, start, pass);
    await story.application(filing, start, pass, asked);
    await story.application(filing, start, pass, asked, ask('2026-08-20', 'dataTypes'));
    await story.application(filing, start, pass, asked, ask('2026-08-20'), supplyRequest);
    await story.application(filing, start, pass, asked, approve);
    await story.application(filing, start, pass, asked, withhold);
    await story.application(filing, start, pass, asked, approve, suspend);
    await story.application(filing, start, terminate);
    await story.application(filing, start, pass, asked, refuse);
  }
  await story.application('public');
  await story.application('public', start);
  await story.application('public', start, ask('2026-08-20', 'exceptionalNeed', 'materials'));
  const answer: Step = ['personDataApplicationSup', 'body', supplied];
  await story.application('public', start, ask('2026-08-20'), answer);
  await story.application('public', start, approveBody);
  await story.application('public', start, ['terminateOrder', 'body']);
  await story.application('public', start, refuseBody);
  await generate(portal);
  await breakOff(portal, story);
  await story.application('own', start, pass, request, approve);
}

/** Generates the reports as a running server would: repeats failed ones, skips suspended ones. */
async function generate({ services, clock }: Portal): Promise<void> {
  const next = services.store.db
    .selectFrom('job')
    .select(['run_at', 'leased_until'])
    .where('kind', '=', 'report')
    .where((is) =>
      is.or([is('last_error', 'is', null), is('last_error', 'not like', '%is suspended')]),
    )
    .orderBy('run_at');
  const reporter = startReporter(services, (error) => console.error(String(error)));
  for (;;) {
    await setTimeout(50);
    const jobs = await next.execute();
    if (jobs.length === 0) break;
    if (jobs.every(({ leased_until }) => leased_until === null))
      clock.set(Math.max(services.now(), jobs[0]?.run_at ?? 0));
  }
  await reporter.stop();
}

/** Stops the process while it generates a report. */
async function breakOff({ services }: Portal, story: Story): Promise<void> {
  const number = await story.application('thirdParty', start, pass, request, approve);
  const reporter = startReporter(services, console.error);
  const state = async () =>
    services.store.db
      .selectFrom('report')
      .select('state')
      .where('application_number', '=', number)
      .executeTakeFirstOrThrow();
  while ((await state()).state === 'queued') await setTimeout(1);
  await reporter.stop();
  if ((await state()).state !== 'generating') throw new Error('The report was finished too soon');
}

async function sendMails({ services }: Portal): Promise<void> {
  const peer = await startSmtpPeer();
  services.config.SMTP_URL = peer.url;
  const mailer = startMailer(services);
  while ((await nextDue(services.store, 'mail')) !== null) await setTimeout(20);
  await mailer.stop();
  await peer.close();
}

/** Creates the data that the desk and other users leave besides applications. */
async function leaveTraces(portal: Portal, story: Story): Promise<void> {
  const { db } = portal.services.store;
  const open = await db.selectFrom('application').select('number').where('code', '=', 1).execute();
  const [first, second] = open.map(({ number }) => ({ applicationNumber: number }));
  await story.call('deskQueue', 'reviewer', { turn: 'holder' });
  await story.call('deskApplication', 'reviewer', first);
  await story.call('deskTake', 'reviewer', first);
  await story.call('deskPresence', 'reviewer', first);
  await story.call('deskNoteAdd', 'reviewer', { ...first, note: 'The dealer confirms the sale.' });
  await story.call('deskTake', 'lead', second);
  await story.call('deskRelease', 'lead', second);
  await story.call('deskViewSave', 'reviewer', {
    name: 'Customers of nobody',
    filter: { kind: 'personal', assigned: 'nobody', states: ['qualification.underReview'] },
  });
  // Changes of settings and roles need a fresh second factor.
  const code = codeOf(portal, story.people.lead.secret ?? '');
  await story.call('secondFactorGive', 'lead', { code });
  await story.call('deskSettingsChange', 'lead', {
    serviceGoalDays: 15,
    holidays: 'PL',
    authorityMailbox: 'competent@example.eu',
  });
  await story.call('staffChange', 'lead', { email: 'former@example.eu', roles: ['reviewer'] });
  await story.call('staffChange', 'lead', { email: 'former@example.eu', roles: [] });
  const given = await db
    .selectFrom('application')
    .select('number as applicationNumber')
    .where('kind', '=', 'public')
    .where('code', '=', 4)
    .executeTakeFirstOrThrow();
  const erased = { ...given, erasedOn: '2026-07-01', text: 'Letter of 2 July.' };
  await story.call('deskErasureRecord', 'reviewer', erased);
  await portal.call('cookieRecord', { functional: true });
  await story.upload('owner', 'vehicleProof');
  await lockOut(portal, 'forgetful@example.eu');
  await portal.call('sendCaptcha', { email: 'new@example.eu', privacyAccepted: true });
}

async function lockOut(portal: Portal, email: string): Promise<void> {
  await portal.call('sendCaptcha', { email, privacyAccepted: true });
  const right = Number(await lastCode(portal.services, email));
  const code = String((right + 1) % 1_000_000).padStart(6, '0');
  for (let tries = 0; tries < 5; tries++) await portal.call('login', { email, code });
}
