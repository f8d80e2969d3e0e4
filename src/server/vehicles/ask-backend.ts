import { accessTo, type BackendAccess, type BackendLocation } from './backend-access.ts';
import { BackendError } from './backend-error.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** Times that the back end is waited for, in ms. */
export interface BackendTimes {
  /** Longest silence, before an answer begins and anywhere within it. */
  silence: number;
  /** Longest that an answer may take for which a page waits. */
  brief: number;
  /** Longest that any other is waited for; what its reader takes meanwhile does not count. */
  total: number;
}

const TIMES: BackendTimes = { silence: 60 * SECOND, brief: 10 * SECOND, total: HOUR };
const MAX_REDIRECTS = 5;

/** Asks for a path below the address of the back end; null for 404. `isBrief`: a page waits for it. */
export type AskBackend = (
  path: string,
  search?: URLSearchParams,
  options?: { isBrief?: boolean },
) => Promise<AsyncIterable<Uint8Array> | null>;

/** Asks the back end at a location, as who it names; only at its own origin, and not for ever. */
export function backendAt(location: BackendLocation, times: BackendTimes = TIMES): AskBackend {
  const { url: address } = location;
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  base.username = '';
  base.password = '';
  const access = accessTo(location);
  return async (path, search = new URLSearchParams(), { isBrief = false } = {}) => {
    const url = new URL(path, base);
    url.search = search.toString();
    // Without the query: addresses of people stand in it.
    const asked = `GET ${url.origin}${url.pathname}`;
    const wait = patience(asked, times.silence, isBrief ? times.brief : times.total);
    try {
      const answer = await answerOf(asked, url, access, wait);
      if (answer.ok) return chunksOf(answer, wait);
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new BackendError('away', `${asked} answered ${answer.status}`);
    } catch (error) {
      throw asBackendError(error);
    }
  };
}

/** Waits for one step of an answer; a step that takes too long is aborted, and rejects. */
type Wait = <T>(step: (signal: AbortSignal) => Promise<T>) => Promise<T>;

function patience(asked: string, silence: number, total: number): Wait {
  let left = total;
  return async (step) => {
    const late = new AbortController();
    const isLast = left < silence;
    const { promise, reject } = Promise.withResolvers<never>();
    const began = performance.now();
    const timer = setTimeout(
      () => {
        const error = isLast
          ? new BackendError('tooSlow', `${asked} takes longer than ${total / SECOND} s`)
          : new BackendError('silent', `${asked} is silent for ${silence / SECOND} s`);
        reject(error);
        late.abort(error);
      },
      Math.max(0, Math.min(left, silence)),
    );
    try {
      return await Promise.race([step(late.signal), promise]);
    } finally {
      clearTimeout(timer);
      left -= performance.now() - began;
    }
  };
}

/** The answer; where a token is not taken any more, that to another one. */
async function answerOf(
  asked: string,
  url: URL,
  access: BackendAccess,
  wait: Wait,
): Promise<Response> {
  const authorization = await wait(() => access.authorization());
  const answer = await follow(asked, url, authorization, access, wait);
  if (answer.status !== 401 || !access.refused(authorization)) return answer;
  await answer.body?.cancel();
  return follow(asked, url, await wait(() => access.authorization()), access, wait);
}

/** Who answers for the back end is who the setting names: its redirects stay at its origin. */
async function follow(
  asked: string,
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
      throw new BackendError('away', `${asked} leads to another origin`);
    url = next;
  }
  throw new BackendError('away', `${asked} leads on and on`);
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
    // Whoever is silent is not waited for here either.
    void reader.cancel().catch(() => {});
  }
}

/** An error of the line or of what came over it, as one of the back end. */
function asBackendError(error: unknown, breach: 'away' | 'cutOff' = 'away'): BackendError {
  if (error instanceof BackendError) return error;
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const detail = cause instanceof Error ? `: ${cause.message}` : '';
  return new BackendError(breach, `The vehicle back end: ${message}${detail}`, { cause: error });
}
