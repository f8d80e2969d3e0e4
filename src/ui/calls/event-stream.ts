import { t } from '@lingui/core/macro';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { calls } from '#contract/calls.ts';
import type { Envelope } from '#contract/envelope.ts';
import { HEARTBEAT_MS, UNATTENDED_HEADER } from '#contract/limits.ts';
import { callHeaders, handleApiError } from './call.ts';
import { ApiError, type CallInput, type EventsCallName } from './call-types.ts';
import { loginToken } from './session.ts';

const MAX_SILENCE_MS = 2.5 * HEARTBEAT_MS;

/**
 * Opens a stream of Server-Sent Events with `fetch`, because `EventSource` cannot send the login
 * header. Does not extend the session. Ends when the server ends the stream.
 * @throws {ApiError} of the server's response, or with code 0 if the connection breaks
 */
export async function* openEvents<Name extends EventsCallName>(
  name: Name,
  input: CallInput<Name>,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  const token = loginToken();
  const connection = new AbortController();
  const close = () => connection.abort();
  let timer = setTimeout(close, MAX_SILENCE_MS);
  try {
    const { method, path } = calls[name];
    const response = await fetch(`${path}?${new URLSearchParams(input)}`, {
      method,
      headers: { ...callHeaders(), [UNATTENDED_HEADER]: '1' },
      signal: AbortSignal.any([signal, connection.signal]),
    });
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw handleApiError((await response.json()) as Envelope<ApiError['data']>, token, null);
    // Not all supported browsers can iterate over a stream.
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await events.read(); !next.done; next = await events.read()) {
      clearTimeout(timer);
      timer = setTimeout(close, MAX_SILENCE_MS);
      yield next.value;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, t`Network error`);
  } finally {
    clearTimeout(timer);
    close();
  }
}
