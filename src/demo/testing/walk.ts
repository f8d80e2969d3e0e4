import type { FastifyInstance } from 'fastify';
import type { DataOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

/** A call that leads an application on, by whom, with what it needs beside number and revision. */
export type Step = [EndpointName, 'requester' | 'reviewer', object?];

interface SignedIn {
  token: string;
}

/** Leads an application on by these calls; a lead agrees to its approval where that is needed. */
export async function walk(
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

/** Makes a call that has to be taken; answers its data. */
export async function made(app: FastifyInstance, name: EndpointName, input: object, by: SignedIn) {
  const { method, path } = endpoints[name];
  const headers = { [LOGIN_HEADER]: by.token };
  const body = method === 'GET' ? {} : { payload: input };
  return granted(name, await app.inject({ method, url: path, headers, ...body }));
}

/** The data of an answer; throws where the call was refused. */
export function granted(name: string, answer: { statusCode: number; body: string }) {
  if (answer.statusCode !== 200) throw new Error(`${name} was answered ${answer.body}`);
  return JSON.parse(answer.body).data;
}
