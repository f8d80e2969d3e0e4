import { createHash, randomUUID } from 'node:crypto';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { callOverHttp as call, ServerFault } from '../server/over-http.ts';
import { type Filing, Ledger } from './ledger.ts';
import { mayBeErased } from './retention.ts';

/** Returns a random number in [0, 1) from a seed. */
export type Random = () => number;

export interface Person {
  role: 'requester' | 'reviewer';
  id: string;
  token: string;
  /** Vehicle of a requester. */
  vehicleId: string;
}

export interface Load {
  url: string;
  ledger: Ledger;
  random: Random;
  owners: readonly Person[];
  reviewer: Person;
  /** ms that the server's clock is ahead. */
  ahead?: number;
}

/** Load on an address that may change, until it is stopped. */
export const loadUntil = (
  stopping: AbortSignal,
  urlOf: () => string,
  people: Pick<Load, 'owners' | 'reviewer'>,
): Load => ({
  get url() {
    // Stopped clients end like those with a broken connection.
    if (stopping.aborted) throw new TypeError('The test is ending');
    return urlOf();
  },
  ledger: new Ledger(),
  random: randomSource(1),
  ...people,
});

/** Uploads, files, decides and answers in random order until the connection breaks. */
export async function work(load: Load): Promise<void> {
  for (;;) {
    const step = load.random() < 0.35 ? file : act;
    try {
      await step(load);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      load.ledger.cutOff++;
      return;
    }
  }
}

async function upload({ url, ledger, random }: Load, owner: Person): Promise<string> {
  const size = 100 + Math.floor(random() * 200_000);
  const mark = randomUUID();
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, mark)]);
  const form = new FormData();
  form.append('usage', 'vehicleProof');
  form.append('file', new File([content], 'proof.pdf'));
  const response = await fetch(url + endpoints.personUploadCert.path, {
    method: 'POST',
    headers: { [LOGIN_HEADER]: owner.token },
    body: form,
  });
  const { status } = response;
  const answer = (await response.json()) as Envelope<{ fileId: string }>;
  if (status >= 500) throw new ServerFault('personUploadCert', { ...answer, status });
  const { code, data, message } = answer;
  if (code !== 200) throw new Error(`An upload was rejected: ${message}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  ledger.uploads.set(data.fileId, { owner: owner.id, sha256, mark });
  ledger.acknowledged++;
  return data.fileId;
}

/** Files an application with an uploaded proof. */
export async function file(load: Load): Promise<Filing> {
  const owner = pick(load, load.owners);
  const proof = await upload(load, owner);
  const { form } = endpoints.personQualificationReview.example;
  const filing: Filing = {
    submissionId: randomUUID(),
    owner: owner.id,
    form: { ...form, vehicle: { vehicleId: owner.vehicleId, proof: [proof] } },
    proof: [proof],
    number: null,
    events: new Map(),
    seen: null,
  };
  load.ledger.filings.set(filing.submissionId, filing);
  await submit(load.url, load.ledger, filing, owner);
  return filing;
}

/** Sends a submission, possibly again. */
export async function submit(url: string, ledger: Ledger, filing: Filing, owner: Person) {
  const { submissionId, form } = filing;
  const answer = await call(url, 'personQualificationReview', { submissionId, form }, owner.token);
  if (answer.code !== 200) throw new Error(`A filing was rejected: ${answer.message}`);
  filing.number = (answer.data as { applicationNumber: string }).applicationNumber;
  ledger.acknowledged++;
}

const form = {
  ...endpoints.personDataApplication.example.form,
  dataTypes: ['trips'],
};
const secrets = { text: 'Trade secrets are not protected as agreed.' };
const question = { text: 'Please add it.', dueOn: '2099-01-31' };

type Step = [EndpointName, string, object, 'requester' | 'reviewer'];

/** Possible calls by state; the normal course is more frequent. */
const steps: Record<string, Step[]> = {
  'qualification.submitted': [['deskStartReview', 'review.start', {}, 'reviewer']],
  'qualification.underReview': [
    ['deskPassQualification', 'qualification.pass', {}, 'reviewer'],
    ['deskPassQualification', 'qualification.pass', {}, 'reviewer'],
    ['deskRequestInformation', 'information.request', question, 'reviewer'],
  ],
  'qualification.informationRequired': [
    [
      'qualificationReviewSup',
      'information.supply',
      { text: 'Here it is.', files: [] },
      'requester',
    ],
  ],
  'dataRequest.awaited': [
    ['personDataApplication', 'data.request', { form }, 'requester'],
    ['personDataApplication', 'data.request', { form }, 'requester'],
    ['terminateOrder', 'application.terminate', {}, 'requester'],
  ],
  'dataRequest.underReview': [
    ['deskApprove', 'data.approve', {}, 'reviewer'],
    ['deskRefuse', 'application.refuse', { ground: 'tradeSecrets', text: 'They are.' }, 'reviewer'],
    ['deskWithhold', 'sharing.withhold', secrets, 'reviewer'],
  ],
  'dataRequest.withheld': [['deskResume', 'sharing.resume', {}, 'reviewer']],
  approved: [['deskSuspend', 'sharing.suspend', secrets, 'reviewer']],
  suspended: [['deskResume', 'sharing.resume', {}, 'reviewer']],
};

export const stepsIn = (state: string): Step[] => steps[state] ?? [];

/** Sends an event that the state of a random application allows. */
async function act(load: Load): Promise<unknown> {
  const { url, ledger, owners } = load;
  const known = [...ledger.filings.values()].filter(
    ({ number, seen }) => number !== null && !seen?.state.startsWith('terminated'),
  );
  if (known.length === 0) return file(load);
  const filing = pick(load, known);
  const owner = owners.find(({ id }) => id === filing.owner) as Person;
  const record = await recordOf(url, filing, owner, nowOf(load));
  const allowed = record ? stepsIn(record.state) : [];
  if (!record || allowed.length === 0) return file(load);
  return send(load, { filing, owner, revision: record.revision }, pick(load, allowed));
}

/** Files an application and terminates it. */
export async function fileAndEnd(load: Load): Promise<void> {
  const filing = await file(load);
  const owner = load.owners.find(({ id }) => id === filing.owner) as Person;
  const step: Step = ['terminateOrder', 'application.terminate', {}, 'requester'];
  await send(load, { filing, owner, revision: 0 }, step);
}

/** Resumes suspended sharing: until then reports and mails wait. */
export async function shareAgain(load: Load): Promise<void> {
  const { url, ledger, owners } = load;
  for (const filing of ledger.filings.values()) {
    // Without a known number it cannot have been suspended.
    if (filing.number === null) continue;
    const owner = owners.find(({ id }) => id === filing.owner) as Person;
    const record = await recordOf(url, filing, owner, nowOf(load));
    const [step] = stepsIn('suspended');
    if (record?.state === 'suspended' && step)
      await send(load, { filing, owner, revision: record.revision }, step);
  }
}

/** Sends an event to an application at a revision; another client may be first. */
export async function send(
  load: Load,
  { filing, owner, revision }: { filing: Filing; owner: Person; revision: number },
  [name, event, more, by]: Step,
): Promise<void> {
  const { url, ledger, reviewer } = load;
  const input = { applicationNumber: filing.number, revision, ...more };
  const token = by === 'reviewer' ? reviewer.token : owner.token;
  const answer = await call(url, name, input, token);
  if (answer.code === 200) {
    filing.events.set(revision + 1, event);
    filing.seen = null;
    ledger.acknowledged++;
    if (event.startsWith('sharing.')) ledger.keptBack++;
    return;
  }
  const isErased = answer.code === codes.notFound && mayBeErased(filing, nowOf(load));
  // Another client was first.
  if (!isErased && (answer.code < 40900 || answer.code >= 41000))
    throw new Error(`${name} was rejected: ${answer.code} ${answer.message}`);
}

const nowOf = ({ ahead = 0 }: Load) => Date.now() + ahead;

/** Returns an application as its owner sees it; null if it was erased, which is allowed at `at`. */
export async function recordOf(
  url: string,
  filing: Filing,
  owner: Person,
  at: number,
): Promise<ApplicationRecord | null> {
  const input = { applicationNumber: filing.number };
  const { code, data, message } = await call(url, 'applicationDetails', input, owner.token);
  if (code === codes.notFound && mayBeErased(filing, at)) return null;
  if (code !== 200) throw new Error(`${filing.number} is missing: ${message}`);
  return data as ApplicationRecord;
}

function pick<T>({ random }: Load, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}
