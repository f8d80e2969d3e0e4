import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Behaviour of a connection to the store. */
type State = 'open' | 'refuses' | 'says nothing' | 'breaks off';

/** Bytes of a response before the connection breaks. */
const BEFORE_BREAK = 100_000;

/** A proxy to a store that can be disturbed. */
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
    /** Maximum of concurrent connections since the last change of behaviour. */
    get most() {
      return most;
    },
    /** Bytes from the store since then. */
    get received() {
      return received;
    },
    /** Closes current connections; new ones behave as given. */
    set(next: State) {
      state = next;
      most = 0;
      received = 0;
      for (const line of lines) line.destroy();
    },
    /** Changes the target; closes current connections. */
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
