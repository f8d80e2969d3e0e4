/** The lines of an NDJSON answer as they come; memory holds one line and one chunk. */
export async function* ndjsonLines(answer: Response): AsyncGenerator<unknown> {
  if (!answer.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield JSON.parse(rest);
}
