export interface SseEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the data of different events
  data: any;
}

/** Parses Server-Sent Events. Discards an incomplete event at the end, as browsers do. */
export async function* sseEvents(response: Response): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      if (fields.data !== undefined)
        yield { id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data) };
    }
  }
}
