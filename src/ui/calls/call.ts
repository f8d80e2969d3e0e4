import { t } from '@lingui/core/macro';
import { ofetch } from 'ofetch';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER, REQUEST_TIMEOUT_MS, UNATTENDED_HEADER } from '#contract/limits.ts';
import { currentLanguage } from '#ui/language/language.ts';
import { dismissErrorsOf, showMessage } from '#ui/messages/messages.ts';
import { ApiError, type CallData, type CallInput } from './call-types.ts';
import { invalidate } from './query-client.ts';
import { endSession, loginToken, renewVisit } from './session.ts';

interface CallOptions {
  /** The caller shows errors itself. */
  silent?: boolean;
  signal?: AbortSignal;
  /** Automatic call, which does not extend the session. */
  unattended?: boolean;
}

const inProgress = new Map<string, Promise<unknown>>();

/**
 * Makes a call and returns its data. Settles when the queries that it invalidates are reloaded,
 * also after an error, because another user may have changed them. An identical call in progress,
 * for example after a double click, is not sent again. Throws as `send` does.
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
  const pending = send().finally(() => inProgress.delete(key));
  inProgress.set(key, pending);
  return pending;
}

const sendAndInvalidate: typeof send = async (name, input, options) => {
  try {
    return await send(name, input, options);
  } finally {
    await invalidate(calls[name].invalidates ?? []);
  }
};

/**
 * Sends a call and returns its data. If the call requires a fresh second factor, asks for it and
 * repeats the call. Throws an {@link ApiError}, which is shown as a message unless `silent`. A 401
 * response ends the session, which redirects to the sign-in page.
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
    // The browser's own message, such as «Failed to fetch», is English and technical.
    message: t`Network error`,
    data: null,
  }));
  if (envelope.code === codes.ok) {
    dismissErrorsOf(name);
    return envelope.data as CallData<Name>;
  }
  if (envelope.code === codes.freshFactorNeeded && (await requestFreshFactor()))
    return send(name, input, options);
  const isSilent = silent || signal?.aborted === true;
  throw handleApiError(envelope as Envelope<ApiError['data']>, token, isSilent ? null : name);
}

export function requestOf(name: EndpointName, input: unknown) {
  const { method, path } = calls[name];
  return {
    path,
    method,
    timeout: REQUEST_TIMEOUT_MS,
    retry: 0 as const,
    ignoreResponseError: true,
    [method === 'GET' ? 'query' : 'body']: input as Record<string, unknown>,
  };
}

export function callHeaders(): Record<string, string> {
  renewVisit();
  const token = loginToken();
  return { 'accept-language': currentLanguage(), ...(token && { [LOGIN_HEADER]: token }) };
}

export function handleApiError(
  { code, message, data }: Envelope<ApiError['data']>,
  token: string | undefined,
  shownCall: string | null,
) {
  if (code === codes.signedOut) {
    if (loginToken() === token) endSession('expired', data ? message : undefined);
  } else if (shownCall !== null) showMessage({ kind: 'error', text: message, call: shownCall });
  return new ApiError(code, message, data);
}

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let factorRequest: Promise<boolean> | undefined;

export function handleFreshFactor(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask !== how) return;
    ask = undefined;
    // The dialog is closed, so the next call must ask for the factor again.
    factorRequest = undefined;
  };
}

async function requestFreshFactor(): Promise<boolean> {
  if (!ask) return false;
  factorRequest ??= ask().finally(() => {
    factorRequest = undefined;
  });
  return factorRequest;
}
