import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';

/** Call to the portal, held until the test forwards it. */
export interface HeldCall {
  name: EndpointName;
  /** Bytes of its body that have arrived; `receive` reads more from the connection. */
  body(): Buffer;
  /** Reads from the connection until `bytes` of the body have arrived, or all. */
  receive(bytes: number): Promise<void>;
  /** Forwards the whole call to the portal and returns the answer to the page. */
  pass(change?: (body: Buffer) => Buffer): Promise<void>;
  /** Breaks the connection. */
  lose(): void;
  /** Waits until the page has aborted the call. */
  givenUp(): Promise<void>;
}

/** Proxy between browser and portal that holds calls until the test decides. */
export interface Gate {
  url: string;
  /** Holds these calls; others pass. */
  hold(...names: EndpointName[]): void;
  /** Held calls in order of arrival, without those that the page has aborted. */
  waiting(name: EndpointName): HeldCall[];
  /** Waits for a call. */
  held(name: EndpointName): Promise<HeldCall>;
  close(): Promise<void>;
}

export async function interceptingProxy(portalUrl: string): Promise<Gate> {
  const holding = new Set<EndpointName>();
  let waiting: HeldCall[] = [];

  const server = createServer((incoming, answer) => {
    const name = [...holding].find((each) => isCall(incoming, each));
    if (!name) {
      incoming.pipe(onward(portalUrl, incoming, answer));
      return;
    }
    const call = heldCall(name, portalUrl, incoming, answer);
    waiting.push(call);
    answer.once('close', () => {
      waiting = waiting.filter((each) => each !== call);
    });
  });
  // Held calls have no timeout.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const of = (name: EndpointName) => waiting.filter((call) => call.name === name);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (...names) => {
      for (const name of names) holding.add(name);
    },
    waiting: of,
    async held(name) {
      await expect.poll(() => of(name).length, `a call of ${name}`).toBeGreaterThan(0);
      return of(name)[0] as HeldCall;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isCall({ method, url = '' }: IncomingMessage, name: EndpointName): boolean {
  return endpoints[name].method === method && url.split('?')[0] === endpoints[name].path;
}

/** Forwards a request to the portal, and its answer to the browser. */
function onward(
  portalUrl: string,
  { method, url, headers }: IncomingMessage,
  answer: ServerResponse,
  length?: number,
) {
  const { 'transfer-encoding': _, ...rest } = headers;
  const sent = length === undefined ? headers : { ...rest, 'content-length': String(length) };
  const going = request(portalUrl + url, { method, headers: sent }, (came) => {
    // Browsers repeat a call if a reused connection breaks, so no connection is reused.
    answer.writeHead(came.statusCode ?? 502, { ...came.headers, connection: 'close' });
    came.pipe(answer);
  });
  going.once('error', () => answer.destroy());
  answer.once('close', () => going.destroy());
  return going;
}

function heldCall(
  name: EndpointName,
  portalUrl: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
): HeldCall {
  const chunks: Buffer[] = [];
  let length = 0;
  const closed = new Promise<void>((resolve) => answer.once('close', resolve));
  // The page may abort the call at any moment.
  incoming.on('error', () => {});
  const call: HeldCall = {
    name,
    body: () => Buffer.concat(chunks),
    receive: (bytes) =>
      new Promise((resolve, reject) => {
        const take = () => {
          while (length < bytes) {
            const chunk: Buffer | null = incoming.read();
            if (chunk === null) break;
            chunks.push(chunk);
            length += chunk.length;
          }
          if (length < bytes && !incoming.readableEnded) return;
          incoming.off('readable', take).off('end', take).off('error', reject);
          resolve();
        };
        incoming.on('readable', take).once('end', take).once('error', reject);
        take();
      }),
    async pass(change = (body) => body) {
      await call.receive(Number.POSITIVE_INFINITY);
      const body = change(call.body());
      onward(portalUrl, incoming, answer, body.length).end(body);
      await closed;
    },
    lose: () => void incoming.socket.destroy(),
    givenUp() {
      // The end of a connection is only reported once all its data are read.
      incoming.resume();
      return closed;
    },
  };
  return call;
}
