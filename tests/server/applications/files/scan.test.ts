import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/codes.ts';
import { startScanner } from '#server/applications/files/scan-files.ts';
import { startBackground } from '#server/background.ts';
import { healthOf } from '#server/operations/readiness.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { EICAR, startClamd } from '#tests/server/clamd.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { changeRecorded, row, startPortal } from '#tests/server/fixture.ts';
import { zipOf } from '#tests/server/platform/inspection/documents.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { runDue, wakeWorkers } from '#tests/server/run-due.ts';
import { namesIn } from '#tests/server/stored.ts';

let scanner: Awaited<ReturnType<typeof startClamd>>;
beforeAll(async () => {
  scanner = await startClamd();
  await scanner.start();
}, 90_000);
afterAll(() => scanner.remove());

const portal = portalOfTest(() => startPortal({ settings: { CLAMD_URL: scanner.url } }));
chainHoldsAfterEach(portal);
let token: string;
beforeEach(async () => {
  await scanner.start();
  token = await portal.signIn('owner@example.eu');
});

const stored = () => namesIn(portal.services);
const send = (name: string, content: Uint8Array) =>
  portal.upload(
    'personUploadCert',
    { fields: { usage: 'vehicleProof' }, file: { name, content } },
    { token },
  );
const infected = () => zipOf({ 'proof.txt': EICAR });
const fetched = (fileId: string) => portal.call('file', { fileId }, { token });

describe('with a malware scanner', () => {
  it('an infected upload is rejected with its name and the malware’s, and nothing is stored', async () => {
    const answer = await send('proof.zip', await infected());
    expect(answer).toMatchObject({
      status: 415,
      code: codes.unsafeFile,
      data: { file: 'proof.zip', unsafe: 'malware', detail: 'Portal.Test.Eicar.UNOFFICIAL' },
    });
    expect(answer.message).toBe(
      'The malware scanner refused proof.zip: Portal.Test.Eicar.UNOFFICIAL. Do not open this file, and upload another one.',
    );
    expect(await stored()).toEqual([]);
  });

  it('a clean upload can be opened at once', async () => {
    const { data } = await send('a.pdf', pdf);
    expect((await fetched(data.fileId)).response.rawPayload).toEqual(pdf);
  });

  it('a process without a scanner leaves files in quarantine, and warns of it', async () => {
    await scanner.stop();
    const { fileId } = (await send('a.pdf', pdf)).data;
    const config = { ...portal.services.config, CLAMD_URL: undefined };
    const services = { ...portal.services, config };
    await runDue(services, 'mail', { stop: startBackground(services, () => {}) } as Worker);
    expect(await row(services, 'job', { kind: 'scan' })).toMatchObject({ attempts: 0 });
    expect((await row(portal.services, 'stored_file', { id: fileId })).scan).toBe('waiting');
    portal.clock.advance(60 * 60_000);
    const { reasons, warnings } = await healthOf(services, console)(['mail', 'storage']);
    expect(reasons).toEqual({});
    expect(warnings.scanner).toMatch(/wait in quarantine/);
  });

  it('malware that another process finds meanwhile stays recorded', async () => {
    await scanner.stop();
    const { fileId } = (await send('a.pdf', pdf)).data;
    await scanner.start();
    const meanwhile = afterReading(portal.services, 'scan', () =>
      changeRecorded(portal.services, 'stored_file', { id: fileId }, { scan: 'malware' }),
    );
    await runDue(portal.services, 'scan', startScanner(meanwhile));
    expect((await row(portal.services, 'stored_file', { id: fileId })).scan).toBe('malware');
  });

  it('an unavailable scanner keeps a file in quarantine, and nothing is lost', async () => {
    await scanner.stop();
    const clean = (await send('a.pdf', pdf)).data;
    const bad = (await send('b.zip', await infected())).data;
    expect(clean.marks).toContain('waiting');
    expect(await fetched(clean.fileId)).toMatchObject({
      status: 409,
      code: codes.fileWaits,
      message: 'This file is still being checked for malware. Please try again in a few minutes.',
    });

    const errors: unknown[] = [];
    const worker = startScanner(portal.services, (error) => errors.push(error));
    await expect.poll(() => errors.length).toBe(2);
    await scanner.start();
    portal.clock.advance(60_000);
    await wakeWorkers(portal.services.store, 'scan');
    const stateOf = async (id: string) => (await row(portal.services, 'stored_file', { id })).scan;
    await expect
      .poll(async () => [await stateOf(clean.fileId), await stateOf(bad.fileId)])
      .toEqual(['clean', 'malware']);
    await expect.poll(stored).toEqual([clean.fileId]);
    await worker.stop();
    expect((await fetched(clean.fileId)).response.rawPayload).toEqual(pdf);
    expectAnswer(await fetched(bad.fileId), { status: 415, code: codes.unsafeFile });
  });
});
