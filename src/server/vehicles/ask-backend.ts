import { BackendError } from './backend-error.ts';

/** Longest silence of the back end before it begins to answer, in ms. */
const SILENCE = 60_000;
/** Longest that an answer may take for which a page waits, in ms. */
const PATIENCE = 10_000;
const MAX_REDIRECTS = 5;

/** Asks for a path below the address of the back end; null for 404. `isBrief`: a page waits for it. */
export type AskBackend = (
  path: string,
  search?: URLSearchParams,
  options?: { isBrief?: boolean },
) => Promise<Response | null>;

/** Asks the back end at an address, as the user in it; only at its own origin. */
export function backendAt(address: string): AskBackend {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  const headers = new Headers();
  if (base.username) {
    const user = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
    headers.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`);
    base.username = '';
    base.password = '';
  }
  return async (path, search = new URLSearchParams(), { isBrief = false } = {}) => {
    const url = new URL(path, base);
    url.search = search.toString();
    const late = new AbortController();
    // Without the query: addresses of people stand in it.
    const asked = `GET ${url.origin}${url.pathname}`;
    const silent = () => late.abort(new BackendError(`${asked} is silent`));
    const timer = setTimeout(silent, SILENCE);
    const signal = isBrief
      ? AbortSignal.any([late.signal, AbortSignal.timeout(PATIENCE)])
      : late.signal;
    try {
      const answer = await follow(asked, url, { headers, signal });
      if (answer.ok) return answer;
      if (answer.status === 404) return null;
      throw new BackendError(`${asked} answered ${answer.status}`);
    } catch (error) {
      throw asBackendError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Who answers for the back end is who the setting names: its redirects stay at its origin. */
async function follow(asked: string, first: URL, options: RequestInit): Promise<Response> {
  let url = first;
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const answer = await fetch(url, { ...options, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    await answer.body?.cancel();
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next?.origin !== first.origin) throw new BackendError(`${asked} leads to another origin`);
    url = next;
  }
  throw new BackendError(`${asked} leads on and on`);
}

/** An error of the line or of what came over it, as one of the back end. */
export function asBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const detail = cause instanceof Error ? `: ${cause.message}` : '';
  return new BackendError(`The vehicle back end: ${message}${detail}`, { cause: error });
}
