import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a line to the store does. */
type State = 'open' | 'refuses' | 'says nothing' | 'breaks off';

/** Bytes of an answer that come over a line before it breaks off. */
const BEFORE_BREAK = 100_000;

/** A line to a store that can be disturbed. */
export async function startLine(to: number) {
  let port = to;
  let state: State = 'open';
  const lines = new Set<Socket>();
  let most = 0;
  let received = 0;
  const server = createServer((near) => {
    lines.add(near);
    most = Math.max(most, lines.size);
    near.on('error', () => {}).on('close', () => lines.delete(near));
    if (state === 'refuses') return near.destroy();
    if (state === 'says nothing') return near.resume();
    const far = connect(port, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.pipe(far);
    let bytes = 0;
    far.on('data', (chunk) => {
      bytes += chunk.length;
      received += chunk.length;
      if (state === 'breaks off' && bytes > BEFORE_BREAK) near.destroy();
      else near.write(chunk);
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lines that were there at once since they were last told what to be. */
    get most() {
      return most;
    },
    /** Bytes that the store sent since then. */
    get received() {
      return received;
    },
    /** Lines that are there end; new ones are as told. */
    set(next: State) {
      state = next;
      most = 0;
      received = 0;
      for (const line of lines) line.destroy();
    },
    /** Leads elsewhere; lines that are there end. */
    lead(elsewhere: number) {
      port = elsewhere;
      for (const line of lines) line.destroy();
    },
    async stop() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
