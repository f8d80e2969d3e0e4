import type { EndpointName } from '#contract/endpoints.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';

// A file of its own, beside nothing but the names of cookie and header: a page that needs answers
// before it can show what somebody came for asks while its other scripts are still on the way.

/** Name of the document's `<meta>` with the calls that its page begins with. */
export const FIRST_CALLS = 'first-calls';

/** A call that a page begins with. */
export interface FirstCall {
  name: EndpointName;
  method: string;
  path: string;
  /** As JSON; `"_"` stands for the last part of the page's address. */
  input: string;
}

/** Longest that an answer may have waited, in ms since the page began. */
const LATEST = 30_000;

const answers = new Map<string, Promise<string | null>>();
const keyOf = (name: EndpointName, input: string, language: string, token: string) =>
  [name, input, language, token].join(' ');

/**
 * Takes the answer to a call that has left before the page's scripts were there, as text; null where
 * there is none of this account and language, or the call was refused. Nobody gets it twice.
 */
export async function takeFirstAnswer(
  name: EndpointName,
  input: unknown,
  { language, token }: { language: string; token: string },
): Promise<string | null> {
  const key = keyOf(name, JSON.stringify(input), language, token);
  const answer = answers.get(key);
  answers.delete(key);
  return answer && performance.now() < LATEST ? answer : null;
}

/** Makes the calls that a document names for who is signed in; an address with a query asks itself. */
export function makeFirstCalls({ cookie, documentElement: { lang }, head }: Document): void {
  const named = head.querySelector<HTMLMetaElement>(`meta[name=${FIRST_CALLS}]`)?.content;
  const token = new RegExp(`(?:^|; )${cookieNames.login}=([^;]+)`).exec(cookie)?.[1];
  if (!named || !token || location.search) return;
  const here = location.pathname.split('/').filter(Boolean).at(-1) ?? '';
  for (const { name, method, path, input: unfilled } of JSON.parse(named) as FirstCall[]) {
    const input = unfilled.replaceAll('"_"', () => JSON.stringify(here));
    const answer = fetch(path, {
      method,
      headers: {
        'accept-language': lang,
        [LOGIN_HEADER]: token,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: input }),
    }).then(
      (response) => (response.ok ? response.text() : null),
      () => null,
    );
    answers.set(keyOf(name, input, lang, token), answer);
  }
  // What a browser loads for its first date is there then before the page is drawn.
  new Intl.DateTimeFormat().format();
}

if (typeof document !== 'undefined') makeFirstCalls(document);
