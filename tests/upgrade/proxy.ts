import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy with selectable processes. */
export interface Proxy {
  url: string;
  take(upstream: string): void;
  /** Stops sending calls there; returns after the last response. */
  leave(upstream: string): Promise<void>;
  /** Calls without a response. */
  failed(): number;
  close(): void;
}

/** Starts a round-robin proxy with a connection per call. */
export async function startProxy(): Promise<Proxy> {
  const inHand = new Map<string, number>();
  const left = new Map<string, () => void>();
  const taking: string[] = [];
  let calls = 0;
  let failed = 0;
  const ended = (upstream: string) => {
    const rest = (inHand.get(upstream) ?? 0) - 1;
    inHand.set(upstream, rest);
    if (rest === 0) left.get(upstream)?.();
  };
  const server = createServer((incoming, outgoing) => {
    const upstream = taking[calls++ % taking.length] as string;
    inHand.set(upstream, (inHand.get(upstream) ?? 0) + 1);
    const { method, url, headers } = incoming;
    const options = { method, headers, agent: false };
    const onward = request(new URL(url ?? '/', upstream), options as object, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => {
      failed++;
      outgoing.destroy();
    });
    onward.once('close', () => ended(upstream));
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: (upstream) => void taking.push(upstream),
    async leave(upstream) {
      taking.splice(taking.indexOf(upstream), 1);
      if (!inHand.get(upstream)) return;
      await new Promise<void>((resolve) => left.set(upstream, resolve));
    },
    failed: () => failed,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
