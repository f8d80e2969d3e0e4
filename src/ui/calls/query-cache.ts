import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { showMessage } from '#ui/messages/messages.ts';
import type { CallInput } from './call-types.ts';
import { Refused } from './refused.ts';
import { request } from './request.ts';

/** State of one query: the last answer, and the error of the last try if it failed. */
export interface QueryState {
  data?: unknown;
  error?: unknown;
}

/** Observer that shows the answer to a query. */
interface Observer {
  changed: () => void;
  /** Failures of the call are not shown as a message. */
  silent: boolean;
}

interface Query {
  name: EndpointName;
  input: unknown;
  state: QueryState;
  observers: Set<Observer>;
  /** The call under way. */
  running?: AbortController | undefined;
  /** Settles with the answer to that call, true unless it failed. */
  answered?: Promise<boolean>;
  /** Time of the last answer, ms since the epoch. */
  at: number;
}

/** An answer as old as this, in ms, is asked for again when another part of the page shows it. */
const FRESH = 10_000;

const queries = new Map<string, Query>();
const nothingYet: QueryState = {};

/** State of a query; the same object until it changes. */
export const queryState = (key: string | null): QueryState =>
  (key !== null && queries.get(key)?.state) || nothingYet;

/**
 * Observes the answer to a question, which all observers share; the first one asks. The answer is
 * forgotten with its last observer, unless it is `cached` for the visit.
 * @returns ends the observation
 */
export function observe<Name extends EndpointName>(
  key: string,
  { name, input, cached }: { name: Name; input: CallInput<Name>; cached: boolean },
  observer: Observer,
): () => void {
  const query: Query = queries.get(key) ?? {
    name,
    input,
    state: nothingYet,
    observers: new Set(),
    at: 0,
  };
  queries.set(key, query);
  query.observers.add(observer);
  const isKnown = 'data' in query.state && (cached || Date.now() - query.at < FRESH);
  if (!isKnown && !query.running) run(query);
  return () => {
    query.observers.delete(observer);
    if (query.observers.size > 0 || (cached && 'data' in query.state)) return;
    query.running?.abort();
    queries.delete(key);
  };
}

/** Asks again, unless that is under way; the answer that is there stays meanwhile. */
export function reload(key: string | null, { unattended = false } = {}): void {
  const query = key === null ? undefined : queries.get(key);
  if (query && !query.running) run(query, unattended);
}

/**
 * Asks again for what is shown of these calls, since something changed it.
 * @returns settles when the answers are there; false when one of them failed
 */
export async function refresh(names: readonly EndpointName[]): Promise<boolean> {
  const shown = [...queries.values()].filter(({ name }) => names.includes(name));
  const answered = await Promise.all(shown.map((query) => run(query)));
  return answered.every(Boolean);
}

/** Forgets every answer: they were given to an account that has left. */
export function forgetAnswers(): void {
  for (const query of queries.values()) query.running?.abort();
  queries.clear();
}

function run(query: Query, unattended = false): Promise<boolean> {
  query.running?.abort();
  const running = new AbortController();
  query.running = running;
  query.answered = ask(query, running, unattended);
  return query.answered;
}

async function ask(query: Query, running: AbortController, unattended: boolean): Promise<boolean> {
  const state = await request(query.name, query.input as never, {
    silent: true,
    signal: running.signal,
    unattended,
  }).then(
    (data): QueryState => ({ data }),
    // What is there stays, so that nothing that is being typed beside it is lost.
    (error: unknown): QueryState => ({ ...query.state, error }),
  );
  // A newer call has taken its place, or nobody observes the query any more.
  if (running.signal.aborted) return query.running === running || (query.answered ?? true);
  query.running = undefined;
  query.at = Date.now();
  query.state = state;
  if (isRefused(state.error) && [...query.observers].some(({ silent }) => !silent))
    showMessage({ kind: 'error', text: state.error.message });
  for (const { changed } of query.observers) changed();
  return state.error === undefined;
}

const isRefused = (error: unknown): error is Refused =>
  error instanceof Refused && error.code !== codes.signedOut;
