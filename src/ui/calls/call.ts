import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { ofetch } from 'ofetch';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER, REQUEST_TIMEOUT, UNATTENDED_HEADER } from '#contract/limits.ts';
import { showMessage } from '#ui/messages/messages.ts';
import type { CallData, CallInput } from './call-types.ts';
import { askFreshFactor } from './fresh-factor.ts';
import { invalidate } from './query-client.ts';
import { Refused } from './refused.ts';
import { endSession, loginToken, renewVisit } from './session.ts';

interface CallOptions {
  /** The caller shows refusals itself. */
  silent?: boolean;
  signal?: AbortSignal;
  /** The page makes the call by itself: it does not keep the session alive. */
  unattended?: boolean;
}

/** Calls in progress by name, input and session. */
const inProgress = new Map<string, Promise<unknown>>();

/**
 * Makes a call and returns its data. Settles once the answers that it invalidates are loaded again,
 * also when it was refused: somebody else may have changed them. The same call made again until
 * then, as by a double click, is not sent twice. Throws as `send` does.
 */
export function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  const send = () => sendAndInvalidate(name, input, options);
  // A call that can be aborted belongs to one caller.
  if (options.signal) return send();
  const key = [name, loginToken(), JSON.stringify(input)].join(' ');
  const current = inProgress.get(key) as Promise<CallData<Name>> | undefined;
  if (current) return current;
  const made = send().finally(() => inProgress.delete(key));
  inProgress.set(key, made);
  return made;
}

const sendAndInvalidate: typeof send = async (name, input, options) => {
  try {
    return await send(name, input, options);
  } finally {
    await invalidate(calls[name].invalidates ?? []);
  }
};

/**
 * Sends a call and returns its data, once more after a fresh second factor where the call needs one.
 * Throws a {@link Refused}, shown as a message unless `silent`; a 401 ends the session, which leads
 * to the sign-in page.
 */
export async function send<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  const { silent = false, signal, unattended } = options;
  const token = loginToken();
  const headers = { ...callHeaders(), ...(unattended && { [UNATTENDED_HEADER]: '1' }) };
  const { path, ...request } = requestOf(name, input);
  const envelope = await ofetch<Envelope<unknown>>(path, {
    ...request,
    headers,
    parseResponse: (text) => JSON.parse(text) as Envelope<unknown>,
    ...(signal && { signal }),
  }).catch(() => ({
    code: 0,
    // The browser's own «failed to fetch» is in English and technical.
    message: t`Network error`,
    data: null,
  }));
  if (envelope.code === codes.ok) return envelope.data as CallData<Name>;
  if (envelope.code === codes.freshFactorNeeded && (await askFreshFactor()))
    return send(name, input, options);
  const isSilent = silent || signal?.aborted === true;
  throw refuse(envelope as Envelope<Refused['data']>, token, isSilent);
}

/** Path and options of a request: a GET has a query, a POST a body. */
export function requestOf(name: EndpointName, input: unknown) {
  const { method, path } = calls[name];
  return {
    path,
    method,
    timeout: REQUEST_TIMEOUT,
    retry: 0 as const,
    // A refusal is an envelope too.
    ignoreResponseError: true,
    [method === 'GET' ? 'query' : 'body']: input as Record<string, unknown>,
  };
}

/** Headers of every call, which also renews the visit. */
export function callHeaders(): Record<string, string> {
  renewVisit();
  const token = loginToken();
  return { 'accept-language': i18n.locale || 'en', ...(token && { [LOGIN_HEADER]: token }) };
}

/**
 * Handles a refused envelope: ends the session, or shows a message.
 * @param token of the session that made the call; a 401 that arrives after its end is ignored
 */
export function refuse(
  { code, message, data }: Envelope<Refused['data']>,
  token: string | undefined,
  silent: boolean,
) {
  if (code === codes.signedOut) {
    if (loginToken() === token) endSession('expired', data ? message : undefined);
  } else if (!silent) showMessage({ kind: 'error', text: message });
  return new Refused(code, message, data);
}
