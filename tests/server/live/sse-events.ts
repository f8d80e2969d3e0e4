import { parseEvents } from '#ui/calls/parse-events.ts';

export interface SseEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the data of different events
  data: any;
}

/** Parses Server-Sent Events with data in JSON. */
export async function* sseEvents({ body }: Response): AsyncGenerator<SseEvent> {
  if (!body) return;
  for await (const event of parseEvents(body)) yield { ...event, data: JSON.parse(event.data) };
}
