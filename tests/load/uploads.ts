import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { scanned } from './scanned.ts';

/** Uploads and plain writes, as configured for the process. */
export interface UploadOrder {
  url: string;
  token: string;
  network: string;
  /** Folder on the portal's disk. */
  folder: string;
  size: number;
  rounds: number;
  /** Untimed rounds before, until the portal has started its threads. */
  before: number;
}

/** ms of each upload, and of each write with sync and close. */
export type UploadTimes = Record<'portal' | 'bare', number[]>;

/**
 * The body is prepared once and sent with minimal work: the cost of a browser does not count, but
 * would use the same processors.
 */
async function compareUploads(order: UploadOrder): Promise<UploadTimes> {
  const { url, token, network, folder, size, rounds, before } = order;
  const content = scanned(size);
  const form = new FormData();
  form.append('usage', 'vehicleProof');
  form.append('file', new File([content], 'proof.pdf'));
  const multipart = new Response(form);
  const headers = {
    'content-type': multipart.headers.get('content-type') ?? '',
    'x-forwarded-for': network,
    [LOGIN_HEADER]: token,
  };
  const body = Buffer.from(await multipart.arrayBuffer());
  const times: UploadTimes = { portal: [], bare: [] };
  for (let round = -before; round < rounds; round++) {
    const began = performance.now();
    await send(url + endpoints.personUploadCert.path, headers, body);
    const ended = performance.now();
    await writeSynced(path.join(folder, 'plain'), content);
    if (round < 0) continue;
    times.portal.push(ended - began);
    times.bare.push(performance.now() - ended);
  }
  return times;
}

const agent = new Agent({ keepAlive: true });

async function send(url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const sent = request(url, { method: 'POST', agent, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const responseText = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`The upload returned ${responseText}`);
}

async function writeSynced(name: string, content: Buffer): Promise<void> {
  const file = await open(name, 'w');
  await file.writeFile(content);
  await file.sync();
  await file.close();
  await rm(name);
}

process.once('message', async (order: UploadOrder) => {
  process.send?.(await compareUploads(order), () => process.disconnect());
  agent.destroy();
});
