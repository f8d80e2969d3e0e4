import { t } from '@lingui/core/macro';
import { ofetch } from 'ofetch';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER, REQUEST_TIMEOUT, UNATTENDED_HEADER } from '#contract/limits.ts';
import { currentLanguage } from '#ui/language/language.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { ApiError, type CallData, type CallInput } from './call-types.ts';
import { invalidate } from './query-client.ts';
import { endSession, loginToken, renewVisit } from './session.ts';

interface CallOptions {
  /** The caller shows errors itself. */
  silent?: boolean;
  signal?: AbortSignal;
  /** An automatic call, which does not keep the session alive. */
  unattended?: boolean;
}

/** Calls in progress by name, input and session. */
const inProgress = new Map<string, Promise<unknown>>();

/**
 * Makes a call and returns its data. Settles when the queries that it invalidates are loaded again,
 * also after an error, because another user may have changed them. An identical call in progress,
 * as by a double click, is not sent again. Throws as `send` does.
 */
export function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  const send = () => sendAndInvalidate(name, input, options);
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
 * Sends a call and returns its data, again after a fresh second factor where the call needs one.
 * Throws an {@link ApiError}, shown as a message unless `silent`. A 401 ends the session, which
 * leads to the sign-in page.
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
  if (envelope.code === codes.freshFactorNeeded && (await requestFreshFactor()))
    return send(name, input, options);
  const isSilent = silent || signal?.aborted === true;
  throw handleApiError(envelope as Envelope<ApiError['data']>, token, isSilent);
}

/** Path and options of a request: a GET has a query, a POST a body. */
export function requestOf(name: EndpointName, input: unknown) {
  const { method, path } = calls[name];
  return {
    path,
    method,
    timeout: REQUEST_TIMEOUT,
    retry: 0 as const,
    // Errors arrive as envelopes, too.
    ignoreResponseError: true,
    [method === 'GET' ? 'query' : 'body']: input as Record<string, unknown>,
  };
}

/** Headers of every call, which also renews the visit. */
export function callHeaders(): Record<string, string> {
  renewVisit();
  const token = loginToken();
  return { 'accept-language': currentLanguage(), ...(token && { [LOGIN_HEADER]: token }) };
}

/** Ends the session or shows a message for an error envelope; returns the error. */
export function handleApiError(
  { code, message, data }: Envelope<ApiError['data']>,
  token: string | undefined,
  silent: boolean,
) {
  if (code === codes.signedOut) {
    if (loginToken() === token) endSession('expired', data ? message : undefined);
  } else if (!silent) showMessage({ kind: 'error', text: message });
  return new ApiError(code, message, data);
}

/** Requests the second factor; true when it was given. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** Registers how the second factor is requested; returns a function that ends it. */
export function handleFreshFactor(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask !== how) return;
    ask = undefined;
    // The dialog is gone: the next call requests the factor again.
    asked = undefined;
  };
}

/** Requests the second factor once for all waiting calls; false when no dialog is registered. */
async function requestFreshFactor(): Promise<boolean> {
  if (!ask) return false;
  asked ??= ask().finally(() => {
    asked = undefined;
  });
  return asked;
}
