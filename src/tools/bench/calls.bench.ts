import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { fileLimits, LOGIN_HEADER } from '#contract/limits.ts';
import { build } from '#server/build.ts';
import { rounds, timed, withServices } from './bench.ts';
import { signedInWith } from './signed-in.ts';

// Login and list calls beside a bare Fastify handler, and a 20 MB upload beside a plain write of
// the same bytes to the same disk: everything in one run, each several times, the median reported.

const ROUNDS = 5;
const CALLS = 1000;
const APPLICATIONS = 200;
const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

interface Call {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Makes one call; answers the status and the bytes of the body. */
function send({
  port,
  method,
  path,
  headers = {},
  body,
}: Call): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method, path, headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Calls a second over eight connections. */
async function rate(call: Call): Promise<number> {
  let left = CALLS;
  const connection = async () => {
    while (left-- > 0) await send(call);
  };
  const time = await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, connection)));
  return CALLS / (time / 1000);
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const json = { 'content-type': 'application/json' };

await withServices(async (services) => {
  const { config } = services;
  const app = await build(services);
  const bare = Fastify();
  const answer = { code: 200, message: 'OK', data: null };
  bare.post('/bare', () => answer);
  const port = await listen(app);
  const barePort = await listen(bare);

  const token = await signedInWith(services, APPLICATIONS);
  const signedIn = { ...json, [LOGIN_HEADER]: token };
  const body = '{"email":"nobody@example.eu","code":"000000"}';
  const calls: Record<string, Call> = {
    'bare Fastify handler': { port: barePort, method: 'POST', path: '/bare', headers: json, body },
    // A code that was never sent: the challenge is locked, judged and answered all the same.
    login: { port, method: 'POST', path: endpoints.login.path, headers: json, body },
    [`list, 20 of ${APPLICATIONS}`]: {
      port,
      method: 'POST',
      path: endpoints.history.path,
      headers: signedIn,
      body: '{"page":1,"pageSize":20}',
    },
  };
  console.log(`Calls a second over ${CONNECTIONS} connections, median of ${ROUNDS} × ${CALLS}`);
  let reference = 0;
  for (const [name, call] of Object.entries(calls)) {
    const { median: perSecond } = await rounds(ROUNDS, () => rate(call));
    reference ||= perSecond;
    const ratio = (reference / perSecond).toFixed(2);
    console.log(
      `${name.padEnd(24)}${Math.round(perSecond).toString().padStart(8)}/s  ${ratio} × the bare handler's time`,
    );
  }

  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(fileLimits.maxBytes - 9)]);
  const path = join(config.DATA_DIR, 'plain');
  const plain = await rounds(ROUNDS, () => timed(() => writePlain(path, content)));
  const form = new FormData();
  form.append('usage', 'vehicleProof');
  form.append('file', new File([content], 'proof.pdf'));
  const encoded = new Response(form);
  const headers = {
    [LOGIN_HEADER]: token,
    'content-type': encoded.headers.get('content-type') ?? '',
  };
  const sent = Buffer.from(await encoded.arrayBuffer());
  const upload = await rounds(ROUNDS, () =>
    timed(async () => {
      const { path } = endpoints.personUploadCert;
      const { status, body } = await send({ port, method: 'POST', path, headers, body: sent });
      if (status !== 200) throw new Error(`The upload was refused: ${body}`);
    }),
  );
  console.log(
    `20 MB: plain write and sync ${plain.median.toFixed(0)} ms, upload ${upload.median.toFixed(0)} ms, ${(upload.median / plain.median).toFixed(2)} × its time`,
  );
  agent.destroy();
  await app.close();
  await bare.close();
});

async function writePlain(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w');
  await file.writeFile(content);
  await file.sync();
  await file.close();
}
