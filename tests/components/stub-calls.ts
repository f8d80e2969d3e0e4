import { expect, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Code } from '#contract/codes.ts';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import type { ErrorData, ErrorDataOf } from '#contract/error-data.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { loginToken } from '#ui/calls/session.ts';

type Endpoints = typeof endpoints;
type Sent<Name extends EndpointName> = z.output<Endpoints[Name]['input']>;

class AnsweredFile {
  readonly content: string;
  readonly name: string;
  constructor(content: string, name: string) {
    this.content = content;
    this.name = name;
  }
}

class AnsweredEvents {
  readonly content: string;
  constructor(content: string) {
    this.content = content;
  }
}

class AnsweredError {
  readonly code: Code;
  readonly message: string;
  readonly data: ErrorData;
  constructor(code: Code, message: string, data: ErrorData) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

export const rejected = <C extends Code>(
  code: C,
  message: string,
  data: ErrorDataOf<C> | null = null,
) => new AnsweredError(code, message, data);
export const file = (content: string, name: string) => new AnsweredFile(content, name);
/** Records the names of the files that the page saves. */
export function savedFiles(): string[] {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return names;
}
/** Server-Sent Events, after which the stream ends. */
export const events = (...sent: [event: string, data: object][]) =>
  new AnsweredEvents(
    sent
      .map(([event, data], id) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
  );
/** Error that names invalid fields. */
export const wrongFields = (...fields: FieldProblem[]) =>
  rejected(400, 'Some fields are not right.', { fields });

type Stubbed = AnsweredError | AnsweredFile | AnsweredEvents;
type Answer<Name extends EndpointName> = CallData<Name> | Stubbed;
/** Answers by call: fixed, or computed from the input. */
export type Answers = {
  [Name in EndpointName]?:
    | CallData<Name>
    | Stubbed
    | ((sent: Sent<Name>) => Answer<Name> | Promise<Answer<Name>>);
};

/** Inputs and answers that violate the contract. */
let breaches: string[] = [];
let answers: Answers = {};
let sentCalls: { name: EndpointName; sent: unknown; headers: Headers }[] = [];
let underWay = new Set<object>();

/** Calls of the current page without an answer. */
export const callsUnderWay = () => underWay.size;

/** Answers these calls; any other call fails the test. */
export function stubCalls(first: Answers): void {
  breaches = [];
  answers = first;
  sentCalls = [];
  underWay = new Set();
  vi.stubGlobal('fetch', answerTo);
}

/** Replaces answers. */
export function answerWith(others: Answers): void {
  answers = { ...answers, ...others };
}

/** Inputs of the page’s calls with this name, oldest first. */
export function sentTo<Name extends EndpointName>(name: Name): Sent<Name>[] {
  return sentCalls.filter((call) => call.name === name).map((call) => call.sent as Sent<Name>);
}

/** Headers of the last call of a name. */
export const headersOf = (name: EndpointName) =>
  sentCalls.findLast((call) => call.name === name)?.headers ?? new Headers();

export function expectNoBreach(): void {
  expect(breaches, 'calls that the contract or the test does not know').toEqual([]);
}

async function answerTo(url: string, options: RequestInit & { headers: Headers }) {
  // Aborted calls are not sent, as in a browser.
  options.signal?.throwIfAborted();
  const { pathname, searchParams } = new URL(url, location.origin);
  const name = nameOf(options.method ?? 'GET', pathname);
  const sent =
    endpoints[name].kind === 'query'
      ? Object.fromEntries(searchParams)
      : JSON.parse(String(options.body));
  const [call, calls] = [{}, underWay];
  calls.add(call);
  try {
    return responseOf(await answerOf(name, sent, new Headers(options.headers)));
  } finally {
    calls.delete(call);
  }
}

/** The call of the contract at an address. */
export function nameOf(method: string, path: string): EndpointName {
  const found = Object.entries(endpoints).find(
    ([, endpoint]) => endpoint.path === path && endpoint.method === method,
  );
  if (found) return found[0] as EndpointName;
  breaches.push(`${method} ${path} is no call of the contract`);
  throw new TypeError('Failed to fetch');
}

/** Answer to a call; input and answer are validated against the contract. */
export async function answerOf(
  name: EndpointName,
  input: unknown,
  headers: Headers,
): Promise<Answer<EndpointName>> {
  const endpoint: Endpoint = endpoints[name];
  const parsed = parseInput(endpoint.input, input);
  if ('fields' in parsed) breaches.push(`${name} sent ${JSON.stringify(parsed.fields)}`);
  sentCalls.push({ name, sent: 'value' in parsed ? parsed.value : input, headers });
  if (endpoint.access !== 'anyone' && headers.get(LOGIN_HEADER) !== (loginToken() ?? ''))
    breaches.push(`${name} was sent without the login token`);
  const answer = answers[name];
  if (answer === undefined) {
    breaches.push(`${name} has no answer in this test`);
    return rejected(500, 'Not stubbed');
  }
  const given = (await (typeof answer === 'function'
    ? (answer as (sent: unknown) => unknown)(input)
    : answer)) as Answer<EndpointName>;
  if (![AnsweredError, AnsweredFile, AnsweredEvents].some((kind) => given instanceof kind)) {
    const fits = z.safeParse(endpoint.data, given);
    if (!fits.success) breaches.push(`${name} answered ${z.prettifyError(fits.error)}`);
  }
  return given;
}

function responseOf(answer: Answer<EndpointName>): Response {
  if (answer instanceof AnsweredFile)
    return new Response(answer.content, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${answer.name}"`,
      },
    });
  if (answer instanceof AnsweredEvents)
    return new Response(answer.content, { headers: { 'content-type': 'text/event-stream' } });
  return Response.json(envelopeOf(answer));
}

export function envelopeOf(answer: Answer<EndpointName>) {
  return answer instanceof AnsweredError
    ? { code: answer.code, message: answer.message, data: answer.data }
    : { code: 200, message: 'OK', data: answer as DataOf<Endpoint> };
}
