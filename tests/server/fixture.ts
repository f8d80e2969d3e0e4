import { text } from 'node:stream/consumers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Code, codes } from '#contract/codes.ts';
import { type DataOf, type Endpoint, errorCodes, type InputOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { LOGIN_HEADER, UNATTENDED_HEADER } from '#contract/limits.ts';
import { demoRoutes } from '#demo/demonstration.ts';
import { demoAccounts } from '#demo/seed.ts';
import { releaseTaken } from '#server/applications/apply-event.ts';
import { build } from '#server/build.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { Telemetry } from '#server/platform/database/telemetry.ts';
import { generousEnvironment, generousLimits, splitSettings } from '#tests/generous-limits.ts';
import { environmentOf, type FreshLocation } from './fresh-location.ts';
import { freshStore } from './fresh-store.ts';

export interface Caller {
  token?: string | undefined;
  language?: Language | undefined;
  /** The page makes the call automatically. */
  unattended?: boolean;
}

export interface Answer<Data> {
  status: number;
  code: number;
  message: string;
  data: Data;
  response: LightMyRequestResponse;
}

/** The fields are sent first. */
export interface SentUpload {
  fields: Record<string, string>;
  file: { name: string; content: Uint8Array };
}

/** A portal in this process, with its own database and folder. */
export interface Portal {
  app: FastifyInstance;
  services: Services;
  clock: { set(at: number): void; advance(ms: number): void };
  call<N extends EndpointName>(
    name: N,
    input: InputOf<(typeof endpoints)[N]>,
    caller?: Caller,
  ): Promise<Answer<DataOf<(typeof endpoints)[N]>>>;
  /** The data of a call that must succeed. */
  granted<N extends EndpointName>(
    name: N,
    input: InputOf<(typeof endpoints)[N]>,
    caller?: Caller,
  ): Promise<DataOf<(typeof endpoints)[N]>>;
  upload<N extends 'personUploadCert' | 'publicUploadCert'>(
    name: N,
    sent: SentUpload,
    caller?: Caller,
  ): Promise<Answer<DataOf<(typeof endpoints)[N]>>>;
  /** Signs in with the code from the outbox; returns a login token. */
  signIn(email: string, options?: { reviewer?: boolean; language?: Language }): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  settings?: Record<string, string>;
  now?: number;
}

/** Starts a portal on a new store: embedded, or on the server of `DATABASE_URL`. */
export async function startPortal(options: Options = {}): Promise<Portal> {
  return portalOn(await freshStore(), options);
}

/** Starts a portal on a migrated store; closing it removes the location. */
export async function portalOn(
  { store, location }: { store: Store; location: FreshLocation },
  options: Options = {},
): Promise<Portal> {
  const { environment, limits } = splitSettings(options.settings ?? {});
  const config = readConfig(
    { MODE: 'test', ...generousEnvironment, ...environmentOf(location), ...environment },
    { ...generousLimits, ...limits },
  );
  let time = options.now ?? Date.parse('2026-11-20T10:00:00Z');
  const isProduction = config.MODE === 'production';
  const services: Services = {
    store,
    config,
    now: () => time,
    telemetry: new Telemetry(),
    afterRoleLoss: releaseTaken,
    ...(isProduction ? {} : { demoAccounts }),
  };
  // The clock and keys of the fixture, which tests may change.
  Object.assign(store.chain, { config, now: services.now });
  const app = await build(services, isProduction ? undefined : demoRoutes);

  const portal: Portal = {
    app,
    services,
    clock: {
      set: (at) => {
        time = at;
      },
      advance: (ms) => {
        time += ms;
      },
    },
    async call(name, input, caller) {
      const endpoint: Endpoint = endpoints[name];
      const isQuery = endpoint.kind === 'query';
      const request = {
        method: endpoint.method,
        url: endpoint.path,
        headers: headersOf(caller),
        ...(isQuery ? { query: input as Record<string, string> } : { payload: input as object }),
      };
      return endpoint.answersEvents
        ? beginningOf(endpoint, await app.inject({ ...request, payloadAsStream: true }))
        : answerOf(endpoint, await app.inject(request));
    },
    async granted(name, input, caller) {
      const { code, message, data } = await portal.call(name, input, caller);
      if (code !== codes.ok) throw new Error(`${code}: ${message}`);
      return data;
    },
    async upload(name, { fields, file }, caller) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new File([file.content as BlobPart], file.name));
      const body = new Response(form);
      const response = await app.inject({
        method: 'POST',
        url: endpoints[name].path,
        headers: { ...headersOf(caller), 'content-type': body.headers.get('content-type') ?? '' },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return answerOf(endpoints[name], response);
    },
    async signIn(email, { reviewer = false, language } = {}) {
      await portal.call('sendCaptcha', { email, privacyAccepted: true }, { language });
      const code = await lastCode(services, email);
      const { data, message } = await portal.call('login', { email, code }, { language });
      if (!data?.token) throw new Error(`${email} could not sign in: ${message}`);
      if (reviewer) await changeRecorded(services, 'account', { email }, { is_reviewer: 1 });
      return data.token;
    },
    async close() {
      await app.close();
      await store.close();
      await location.remove();
    },
  };
  return portal;
}

/** Returns the rows with these column values, ordered by number or time. */
export async function rows<T extends keyof Schema>(
  { store }: Services,
  table: T,
  where: Partial<Selectable<Schema[T]>> = {},
): Promise<Selectable<Schema[T]>[]> {
  if (table === 'audit_entry' || table === 'seal') await flushReads(store);
  const found = await store.db
    .selectFrom(table as 'mail')
    .selectAll()
    .where((row) => row.and(where as Partial<Selectable<Schema['mail']>>))
    .execute();
  const placeOf = (one: { seq?: number; created_at?: number }) => one.seq ?? one.created_at ?? 0;
  return found.toSorted((a, b) => placeOf(a) - placeOf(b)) as never[];
}

/** Changes columns of the rows with these values, recorded in the chain. */
export async function changeRecorded<T extends keyof Schema>(
  { store }: Pick<Services, 'store'>,
  table: T,
  where: Partial<Selectable<Schema[T]>>,
  columns: Updateable<Schema[T]>,
): Promise<void> {
  const values = Object.entries(where) as ['id', string][];
  await store.transact(async (trx) => {
    let found = trx.selectFrom(table as 'mail').selectAll();
    for (const [column, value] of values) found = found.where(column, '=', value);
    await store.forUpdate(found).execute();
    let update = trx.updateTable(table as 'mail').set(columns as Updateable<Schema['mail']>);
    for (const [column, value] of values) update = update.where(column, '=', value);
    await update.execute();
  });
}

/** Changes columns of the rows with these values, without the portal. */
export async function changeRows<T extends keyof Schema>(
  { store }: Pick<Services, 'store'>,
  table: T,
  where: Partial<Selectable<Schema[T]>>,
  columns: Updateable<Schema[T]>,
): Promise<void> {
  await store.db
    .updateTable(table as 'mail')
    .set(columns as Updateable<Schema['mail']>)
    .where((row) => row.and(where as Partial<Selectable<Schema['mail']>>))
    .execute();
}

/** Adds rows without the portal. */
export async function addRows<T extends keyof Schema>(
  { store }: Pick<Services, 'store'>,
  table: T,
  ...added: Insertable<Schema[T]>[]
): Promise<void> {
  await store.db
    .insertInto(table as 'mail')
    .values(added as Insertable<Schema['mail']>[])
    .execute();
}

/** Orders rows by their content. */
export function ordered<Row>(found: readonly Row[]): Row[] {
  const textOf = (one: Row) => JSON.stringify(one);
  return found.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** Returns the first row with these column values. */
export async function row<T extends keyof Schema>(
  services: Services,
  table: T,
  where: Partial<Selectable<Schema[T]>>,
): Promise<Selectable<Schema[T]>> {
  const [first] = await rows(services, table, where);
  if (!first) throw new Error(`no ${table} of ${JSON.stringify(where)}`);
  return first;
}

/** Returns the last code that was mailed to an address. */
export async function lastCode({ store }: Services, email: string): Promise<string> {
  const mails = await store.db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', email)
    .where('application_number', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  // Not a part of a token.
  for (const { body } of mails) {
    const [code] = /(?<![\w-])\d{6}(?![\w-])/.exec(body) ?? [];
    if (code) return code;
  }
  throw new Error(`no code was mailed to ${email}`);
}

function headersOf({ token, language, unattended }: Caller = {}): Record<string, string> {
  return {
    ...(token ? { [LOGIN_HEADER]: token } : {}),
    ...(unattended ? { [UNATTENDED_HEADER]: '1' } : {}),
    ...(language ? { 'accept-language': language } : {}),
  };
}

/** Returns the error of a response, or leaves its stream. */
async function beginningOf<Data>(
  endpoint: Endpoint,
  response: LightMyRequestResponse,
): Promise<Answer<Data>> {
  const isStream = response.headers['content-type'] === 'text/event-stream';
  if (isStream) response.stream().destroy();
  const body = isStream ? '' : await text(response.stream());
  const rawPayload = Buffer.from(body);
  return answerOf(endpoint, { ...response, body, rawPayload, json: () => JSON.parse(body) });
}

function answerOf<Data>(endpoint: Endpoint, response: LightMyRequestResponse): Answer<Data> {
  const isEnvelope = String(response.headers['content-type']).startsWith('application/json');
  const envelope = isEnvelope
    ? response.json()
    : { code: response.statusCode, message: '', data: null };
  const answerable: Code[] = [codes.ok, ...errorCodes(endpoint)];
  if (!answerable.includes(envelope.code))
    throw new Error(`${endpoint.path} answered ${envelope.code}, which it does not declare`);
  return { status: response.statusCode, ...envelope, response };
}
