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
import { Refused } from './refused.ts';
import { endSession, loginToken, renewVisit } from './session.ts';

export interface RequestOptions {
  /** The caller shows refusals itself. */
  silent?: boolean;
  signal?: AbortSignal | undefined;
  /** Nobody caused the call: the page makes it by itself, and it does not keep the session alive. */
  unattended?: boolean;
}

/**
 * Makes one call of the contract and gives its data, once more after a fresh second factor where the
 * call needs one. Throws a {@link Refused}, shown as a message
 * unless `silent`; a 401 ends the session, which leads to the sign-in page.
 */
export async function request<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: RequestOptions = {},
): Promise<CallData<Name>> {
  const { silent = false, signal } = options;
  const token = loginToken();
  const envelope = await answerOf(name, input, options).catch(() => ({
    code: 0,
    // The browser's own «failed to fetch» helps nobody.
    message: t`Network error`,
    data: null,
  }));
  if (envelope.code === codes.ok) return envelope.data as CallData<Name>;
  if (envelope.code === codes.freshFactorNeeded && (await askFreshFactor()))
    return request(name, input, options);
  const isSilent = silent || signal?.aborted === true;
  throw refuse(envelope as Envelope<Refused['data']>, token, isSilent);
}

/** Headers of every call; a call is a sign of life of the visit. */
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

async function answerOf(name: EndpointName, input: unknown, options: RequestOptions) {
  const { signal, unattended } = options;
  const { method, path } = calls[name];
  return ofetch<Envelope<unknown>>(path, {
    method,
    headers: { ...callHeaders(), ...(unattended && { [UNATTENDED_HEADER]: '1' }) },
    timeout: REQUEST_TIMEOUT,
    retry: 0,
    // A refusal is an envelope too.
    ignoreResponseError: true,
    parseResponse: (text) => JSON.parse(text) as Envelope<unknown>,
    ...(signal && { signal }),
    ...(method === 'GET'
      ? { query: input as Record<string, unknown> }
      : { body: input as Record<string, unknown> }),
  });
}
