import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Behaviour of a connection to the store. */
type State = 'open' | 'refuses connections' | 'does not respond' | 'breaks connections';

/** Bytes of a response before the connection breaks. */
const BEFORE_BREAK = 100_000;

/** A proxy to a store that can be disturbed. */
export async function startTcpProxy(to: number) {
  let port = to;
  let state: State = 'open';
  const connections = new Set<Socket>();
  let maxConnections = 0;
  const server = createServer((near) => {
    connections.add(near);
    maxConnections = Math.max(maxConnections, connections.size);
    near.on('error', () => {}).on('close', () => connections.delete(near));
    if (state === 'refuses connections') return near.destroy();
    if (state === 'does not respond') return near.resume();
    const far = connect(port, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.pipe(far);
    let bytes = 0;
    far.on('data', (chunk) => {
      bytes += chunk.length;
      if (state === 'breaks connections' && bytes > BEFORE_BREAK) near.destroy();
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
    get maxConnections() {
      return maxConnections;
    },
    /** Closes current connections; new ones behave as given. */
    setBehaviour(next: State) {
      state = next;
      maxConnections = 0;
      for (const connection of connections) connection.destroy();
    },
    /** Changes the target; closes current connections. */
    redirect(target: number) {
      port = target;
      for (const connection of connections) connection.destroy();
    },
    async stop() {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
