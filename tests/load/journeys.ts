import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import type { Caller, Calls } from './call.ts';
import { scanned } from './scanned.ts';

/** Bytes of a proof: a small photograph, or a scanned page. */
const PROOF = 200_000;

/** ms until a person without a code requests another. */
const TIMEOUT_MS = 90_000;

export interface Traveller extends Caller {
  email: string;
  vehicleId: string;
}

/** Calls, reviewer, and mailed codes. */
export interface Ways {
  calls: Calls;
  reviewer: Caller;
  codeTo(email: string): Promise<string>;
}

type Changed = { applicationNumber: string; revision: number };

/** Journeys from the request of a code to the approval, by kind of requester. */
export const journeys = {
  async owner(ways: Ways, person: Traveller) {
    await signIn(ways, person);
    const { vehicle } = await proven(ways, person);
    await approved(ways, person, await qualified(ways, person, { vehicle }));
  },

  async thirdParty(ways: Ways, person: Traveller) {
    await signIn(ways, person);
    const { vehicle } = await proven(ways, person);
    const agreement = [await upload(ways, person, 'agreement')];
    const thirdParty = {
      name: 'Repair Ltd',
      location: 'Warsaw',
      email: 'repair@example.com',
      materials: [],
      agreement,
    };
    const passed = await qualified(ways, person, { vehicle, thirdParty });
    await approved(ways, person, passed, [await upload(ways, person, 'agreement')]);
  },

  async body(ways: Ways, person: Traveller) {
    const { calls, reviewer } = ways;
    await signIn(ways, person);
    const materials = [
      await calls.upload(
        person,
        'publicUploadCert',
        'publicMaterial',
        new File([scanned(PROOF)], 'a.pdf'),
      ),
    ];
    const form = { ...endpoints.publicApplication.example.form, materials };
    const filing = { submissionId: randomUUID(), form };
    const filed = await calls.call<Changed>(person, 'publicApplication', filing);
    await openAtDesk(ways, filed);
    const { applicationNumber } = filed;
    await calls.call(reviewer, 'deskStartReview', { applicationNumber, revision: 0 });
    await look(ways, person, filed);
  },
};

export type Kind = keyof typeof journeys;
export const kinds = Object.keys(journeys) as Kind[];

async function signIn({ calls, codeTo }: Ways, person: Traveller): Promise<void> {
  const { email } = person;
  const arrived = codeTo(email);
  const ask = async () => {
    await calls.call(person, 'sendCaptcha', { email, privacyAccepted: true });
    return Promise.race([arrived, pause(TIMEOUT_MS, null, { ref: false })]);
  };
  let code = await ask();
  while (code === null) {
    calls.figures.askedAgain++;
    code = await ask();
  }
  const { token } = await calls.call<{ token: string }>(person, 'login', { email, code });
  person.token = token;
  await calls.call(person, 'currentUser');
  await list({ calls }, person);
}

const list = ({ calls }: Pick<Ways, 'calls'>, person: Traveller) =>
  calls.call(person, 'history', { page: 1, pageSize: 20 });

async function look(ways: Ways, person: Traveller, { applicationNumber }: Changed) {
  await list(ways, person);
  await ways.calls.call(person, 'applicationDetails', { applicationNumber });
}

const upload = ({ calls }: Ways, person: Traveller, usage: string) =>
  calls.upload(person, 'personUploadCert', usage, new File([scanned(PROOF)], 'proof.pdf'));

async function proven(ways: Ways, person: Traveller) {
  const proof = [await upload(ways, person, 'vehicleProof')];
  return { vehicle: { vehicleId: person.vehicleId, proof } };
}

/** Finds and reads the application before the first decision. */
async function openAtDesk({ calls, reviewer }: Ways, { applicationNumber }: Changed) {
  await calls.call(reviewer, 'deskQueue', { page: 1, pageSize: 20 });
  await calls.call(reviewer, 'deskApplication', { applicationNumber });
}

/** Files an application and passes the first review. */
async function qualified(ways: Ways, person: Traveller, more: object): Promise<Changed> {
  const { calls, reviewer } = ways;
  const form = { ...endpoints.personQualificationReview.example.form, ...more };
  const filing = { submissionId: randomUUID(), form };
  const filed = await calls.call<Changed>(person, 'personQualificationReview', filing);
  await openAtDesk(ways, filed);
  const { applicationNumber } = filed;
  await calls.call(reviewer, 'deskStartReview', { applicationNumber, revision: 0 });
  await calls.call(reviewer, 'deskPassQualification', { applicationNumber, revision: 1 });
  return { applicationNumber, revision: 2 };
}

/** Requests the data and approves them, which generates a report. */
async function approved(
  ways: Ways,
  person: Traveller,
  { applicationNumber, revision }: Changed,
  agreement: string[] = [],
) {
  const { calls, reviewer } = ways;
  const { form: example } = endpoints.personDataApplication.example;
  const form = { ...example, dataTypes: ['trips'], agreement };
  await look(ways, person, { applicationNumber, revision });
  const asked = { applicationNumber, revision, form };
  await calls.call(person, 'personDataApplication', asked);
  await calls.call(reviewer, 'deskApprove', { applicationNumber, revision: revision + 1 });
  await look(ways, person, { applicationNumber, revision });
}
