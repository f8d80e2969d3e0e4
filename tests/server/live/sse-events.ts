import { EventSourceParserStream } from 'eventsource-parser/stream';
import { onTestFinished } from 'vitest';

export interface SseEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the data of different events
  data: any;
}

/** Parses Server-Sent Events with data in JSON. */
export async function* sseEvents({ body }: Response): AsyncGenerator<SseEvent> {
  if (!body) return;
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { id = '', event = 'message', data } of events)
    yield { id, event, data: JSON.parse(data) };
}

/** Opens a stream of events, at most until the end of the test. */
export async function openEvents(
  url: string,
  headers: Record<string, string>,
  lastEventId?: string,
) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, {
    signal: abort.signal,
    headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  });
  const events = sseEvents(response);
  return {
    response,
    close: () => abort.abort(),
    next: async () => (await events.next()).value as SseEvent,
    /** Resolves when the stream ends. */
    rest: async () => {
      const rest: SseEvent[] = [];
      for await (const event of events) rest.push(event);
      return rest;
    },
  };
}

/** Values of an event with samples. */
export const valuesOf = ({ data }: SseEvent): number[] =>
  data.samples.map(({ value }: { value: number }) => value);
