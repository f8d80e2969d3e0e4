export interface ServerEvent {
  /** Last id of the stream: of this event, or of the last earlier event with an id. */
  id: string;
  event: string;
  data: string;
}

export async function* parseEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let [id, event, text] = ['', '', ''];
  let data: string[] = [];
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (text + chunk.value).split(/\r?\n/);
      text = lines.pop() ?? '';
      for (const line of lines) {
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'id') id = value;
        else if (field === 'event') event = value;
        else if (field === 'data') data.push(value);
        else if (line === '') {
          if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
          [event, data] = ['', []];
        }
      }
    }
  } finally {
    await reader.cancel();
  }
}
