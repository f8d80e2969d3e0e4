import { HOUR, SECOND } from '#lib/words/durations.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { accessTo, type BackendAccess, type BackendLocation } from './backend-access.ts';
import { CursorExpired } from './vehicle-source.ts';

export interface BackendTimes {
  /** Maximum pause before or in a response, in ms. */
  silence: number;
  /** Maximum duration of a response that a page waits for, in ms. */
  brief: number;
  /** Maximum duration of other responses, in ms, excluding the time that their reader needs. */
  total: number;
}

const TIMES: BackendTimes = { silence: 60 * SECOND, brief: 10 * SECOND, total: HOUR };
const MAX_REDIRECTS = 5;

/**
 * Requests a path below the back end's URL; returns null for 404. `isBrief`: true if a page waits.
 * @throws {BackendError}
 * @throws {CursorExpired} for 410
 */
type AskBackend = (
  path: string,
  search?: URLSearchParams,
  options?: { isBrief?: boolean; abort?: AbortSignal },
) => Promise<AsyncIterable<Uint8Array> | null>;

export function backendAt(location: BackendLocation, times: BackendTimes = TIMES): AskBackend {
  const { url: address } = location;
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  base.username = '';
  base.password = '';
  const access = accessTo(location);
  return async (path, search = new URLSearchParams(), { isBrief = false, abort } = {}) => {
    const url = new URL(path, base);
    url.search = search.toString();
    // The query is omitted, because it contains e-mail addresses.
    const label = `GET ${url.origin}${url.pathname}`;
    const wait = stepTimeout(label, times.silence, isBrief ? times.brief : times.total, abort);
    try {
      const answer = await requestWithToken(label, url, access, wait);
      if (answer.ok) return chunksOf(answer, wait);
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      if (answer.status === 410) throw new CursorExpired(`${label} returned status 410`);
      const retryAfter = retryAfterOf(answer.headers.get('retry-after'));
      throw new BackendError('away', `${label} returned status ${answer.status}`, { retryAfter });
    } catch (error) {
      throw error instanceof CursorExpired ? error : asBackendError(error);
    }
  };
}

export const pathOf = (vehicleId: string, call = '') =>
  `vehicles/${encodeURIComponent(vehicleId)}${call && `/${call}`}`;

const MAX_RETRY_AFTER = 24 * HOUR;

/** Returns the pause in a `Retry-After` header (RFC 9110 §10.2.3), in ms. */
function retryAfterOf(header: string | null): number {
  const text = header ?? '';
  const pause = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return Math.min(MAX_RETRY_AFTER, Math.max(0, pause || 0));
}

type Wait = <T>(step: (signal: AbortSignal) => Promise<T>) => Promise<T>;

function stepTimeout(label: string, silence: number, total: number, abort?: AbortSignal): Wait {
  let left = total;
  return async (step) => {
    const late = new AbortController();
    const isLast = left < silence;
    const { promise, reject } = Promise.withResolvers<never>();
    const began = performance.now();
    const timer = setTimeout(
      () => {
        const error = isLast
          ? new BackendError('tooSlow', `${label} takes longer than ${total / SECOND} s`)
          : new BackendError('silent', `${label} sent nothing for ${silence / SECOND} s`);
        reject(error);
        late.abort(error);
      },
      Math.max(0, Math.min(left, silence)),
    );
    const end = () => {
      reject(abort?.reason);
      late.abort(abort?.reason);
    };
    if (abort?.aborted) end();
    abort?.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([step(late.signal), promise]);
    } finally {
      abort?.removeEventListener('abort', end);
      clearTimeout(timer);
      left -= performance.now() - began;
    }
  };
}

async function requestWithToken(
  label: string,
  url: URL,
  access: BackendAccess,
  wait: Wait,
): Promise<Response> {
  const authorization = await wait(() => access.authorization());
  const answer = await followRedirects(label, url, authorization, access, wait);
  if (answer.status !== 401 || !access.discardToken(authorization)) return answer;
  await answer.body?.cancel();
  return followRedirects(label, url, await wait(() => access.authorization()), access, wait);
}

async function followRedirects(
  label: string,
  first: URL,
  authorization: string | null,
  access: BackendAccess,
  wait: Wait,
): Promise<Response> {
  const headers = new Headers(authorization === null ? {} : { authorization });
  let url = first;
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const answer = await wait((signal) =>
      access.fetch(url, { headers, signal, redirect: 'manual' }),
    );
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    await answer.body?.cancel();
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next?.origin !== first.origin)
      throw new BackendError('away', `${label} redirects to another origin`);
    url = next;
  }
  throw new BackendError('away', `${label} redirects too often`);
}

async function* chunksOf({ body }: Response, wait: Wait): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await wait(() => reader.read());
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw asBackendError(error, 'cutOff');
  } finally {
    // Not awaited, because the back end may not respond.
    void reader.cancel().catch(() => {});
  }
}

function asBackendError(error: unknown, breach: 'away' | 'cutOff' = 'away'): BackendError {
  if (error instanceof BackendError) return error;
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const detail = cause instanceof Error ? `: ${cause.message}` : '';
  return new BackendError(breach, `The vehicle back end: ${message}${detail}`, { cause: error });
}
