import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decisions } from '#contract/decision.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { applicationStates } from '#contract/stored-application.ts';
import { pathTo } from '#forms/application-graph.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { createPdf } from './sample-pdf.ts';

type Qualification = InputOf<typeof endpoints.personQualificationReview>['form'];
type ThirdParty = NonNullable<Qualification['thirdParty']>;
export type SampleThirdParty = Pick<ThirdParty, 'name' | 'location' | 'email'>;
export type SampleQualification = Partial<Omit<Qualification, 'thirdParty'>> & {
  thirdParty?: SampleThirdParty | undefined;
};
export type DataRequest = InputOf<typeof endpoints.personDataApplication>['form'];

const example = endpoints.publicApplication.example.form as PublicForm;

/**
 * Returns the states that an application of a kind can reach, each with the API calls that lead
 * there.
 * @param model vehicle model whose data a public-sector body requests
 * @param range time range that is approved for a public-sector body
 */
export function courses(
  kind: ApplicationKind,
  form: DataRequest,
  dueOn: string,
  model: string,
  range: Pick<PublicForm, 'from' | 'to'> = example,
) {
  const { dataTypes } = example;
  const { from, to } = range;
  const models = [model];
  const extent =
    kind === 'public' ? { models, dataTypes, from, to, interval: 'asRecorded' } : undefined;
  const [ground] = Object.entries(refusalGrounds).find(([, use]) => use.kind === kind) ?? [];
  const texts: Partial<Record<string, string>> = {
    request: 'Please add page 2.',
    withhold: 'The agreed access control is not in place.',
    suspend: 'The calibration data were published.',
    refuse: 'The proof names another person.',
  };
  const decided = Object.entries(decisions).map(([decision, { event, call, fields: takes }]) => {
    const filled = { text: texts[decision], dueOn, ground, items: [], extent, earlier: undefined };
    const more = Object.fromEntries(takes.map((field) => [field, filled[field]]));
    return [event, [call, 'reviewer', more]] satisfies [string, Step];
  });
  const calls: Record<string, Step> = {
    ...Object.fromEntries(decided),
    'data.request': ['personDataApplication', 'requester', { form }],
    'application.terminate': ['terminateOrder', 'requester'],
  };
  return applicationStates
    .map((state) => ({ state, path: pathTo(state, kind) }))
    .filter(({ path }) => path.length > 0)
    .map(({ state, path }) => ({
      state,
      steps: path.slice(1).map(({ event }) => {
        const step = calls[event ?? ''];
        if (!step) throw new Error(`No API call leads to ${state}: ${event}`);
        return step;
      }),
    }));
}

export async function filePersonal(
  app: FastifyInstance,
  by: SignedIn,
  { id, vin }: { id: string; vin: string },
  { thirdParty, ...changed }: SampleQualification = {},
  submissionId: string = randomUUID(),
): Promise<string> {
  const form = { ...endpoints.personQualificationReview.example.form, ...changed } as Qualification;
  const { firstName, lastName, address, postCode, city } = form.user;
  const certificate = createPdf('Vehicle registration certificate (sample)', [
    `Holder: ${firstName} ${lastName}`,
    `Address: ${address}, ${postCode} ${city}`,
    `Vehicle identification number: ${vin}`,
  ]);
  const proof = await upload(app, by, 'personUploadCert', 'vehicleProof', certificate);
  const filing = {
    ...form,
    vehicle: { vehicleId: id, proof: [proof] },
    ...(thirdParty && { thirdParty: await withAgreement(app, by, thirdParty) }),
  };
  const input = { submissionId, form: filing };
  return (await callApi(app, 'personQualificationReview', input, by)).applicationNumber;
}

async function withAgreement(
  app: FastifyInstance,
  by: SignedIn,
  thirdParty: SampleThirdParty,
): Promise<ThirdParty> {
  const signed = createPdf('Data Sharing Agreement (sample)', [
    `Data recipient: ${thirdParty.name}, ${thirdParty.location}`,
    'Signed by the data holder, the data recipient and the user.',
  ]);
  const agreement = [await upload(app, by, 'personUploadCert', 'agreement', signed)];
  return { ...thirdParty, materials: [], agreement };
}

export async function filePublic(
  app: FastifyInstance,
  by: SignedIn,
  changed: Partial<PublicForm>,
  submissionId: string = randomUUID(),
): Promise<string> {
  const form = { ...endpoints.publicApplication.example.form, ...changed } as PublicForm;
  const basis = createPdf('Regional Mobility Act (sample)', [
    `Section 4. The ${form.departmentName}`,
    'may request data that it needs for a task in the public interest.',
  ]);
  const materials = [await upload(app, by, 'publicUploadCert', 'publicMaterial', basis)];
  const filing = { submissionId, form: { ...form, materials } };
  return (await callApi(app, 'publicApplication', filing, by)).applicationNumber;
}

async function upload(
  app: FastifyInstance,
  { token }: SignedIn,
  name: 'personUploadCert' | 'publicUploadCert',
  usage: string,
  pdf: Buffer,
): Promise<string> {
  const content = new FormData();
  content.set('usage', usage);
  const fileName = usage === 'agreement' ? 'agreement.pdf' : 'proof.pdf';
  content.set('file', new File([new Uint8Array(pdf)], fileName, { type: 'application/pdf' }));
  const body = new Response(content);
  const answer = await app.inject({
    method: 'POST',
    url: endpoints[name].path,
    headers: { [LOGIN_HEADER]: token, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return dataOf(name, answer).fileId;
}

export type Step = [EndpointName, 'requester' | 'reviewer', object?];

export interface SignedIn {
  token: string;
}

export type Actors = Record<'requester' | 'reviewer' | 'lead', SignedIn>;

export async function takeStep(
  app: FastifyInstance,
  people: Actors,
  application: { applicationNumber: string; revision: number },
  [name, by, more]: Step,
): Promise<void> {
  if (name === 'deskApprove') await agree(app, people, application.applicationNumber);
  await callApi(app, name, { ...application, ...more }, people[by]);
}

async function agree(
  app: FastifyInstance,
  { reviewer, lead }: Record<'reviewer' | 'lead', SignedIn>,
  applicationNumber: string,
): Promise<void> {
  const about = { applicationNumber };
  const { fourEyes } = await callApi(app, 'deskApplication', about, reviewer);
  if (fourEyes === null) return;
  const { id: of } = await callApi(app, 'currentUser', {}, lead);
  const asked = { ...about, of, note: 'May it be approved?' };
  const { id: question } = await callApi(app, 'deskOpinionAsk', asked, reviewer);
  const agreement = { ...about, question, note: 'Yes.', agrees: true };
  await callApi(app, 'deskOpinionGive', agreement, lead);
}

async function callApi<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  input: object,
  by: SignedIn,
): Promise<DataOf<(typeof endpoints)[Name]>> {
  const { method, path } = endpoints[name];
  const headers = { [LOGIN_HEADER]: by.token };
  const body = method === 'GET' ? {} : { payload: input };
  return dataOf(name, await app.inject({ method, url: path, headers, ...body }));
}

function dataOf(name: string, answer: { statusCode: number; body: string }) {
  if (answer.statusCode !== 200) throw new Error(`${name} returned ${answer.body}`);
  return JSON.parse(answer.body).data;
}
