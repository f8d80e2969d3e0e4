import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { portalHere } from '#tests/server/run-tool.ts';
import manifest from '../../package.json' with { type: 'json' };

/** npm scripts that run a file of this project. */
const scripts = Object.entries(manifest.scripts)
  .filter(([name]) => name !== 'dev')
  .flatMap(([name, script]) => {
    const file = /^(?:node .*)?((?:src|tests)\/\S+\.(?:ts|sh))( |$)/.exec(script)?.[1];
    return file ? [[name, file] as const] : [];
  });

test.concurrent.each(scripts)(
  'npm run %s -- --help prints the usage and does nothing',
  async (name, file) => {
    const folder = await mkdtemp(join(tmpdir(), 'help-'));
    const program = file.endsWith('.sh') ? resolve(file) : process.execPath;
    const args = file.endsWith('.sh') ? [] : [resolve(file)];
    const done = await new Promise((done) => {
      const options = {
        cwd: folder,
        env: { ...bareEnvironment(), DATA_DIR: join(folder, 'data') },
      };
      execFile(program, [...args, '--help'], options, (error, stdout, stderr) =>
        done({ status: error?.code ?? 0, stdout, stderr }),
      );
    });
    const shown =
      { start: 'npm start', portal: 'portal COMMAND --help' }[name] ?? `npm run ${name}`;
    expect(done).toEqual({ status: 0, stdout: expect.stringContaining(shown), stderr: '' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

test.each(['src/server/main.ts', 'tests/run-steps.ts', 'tests/bench/bench.ts'])(
  '%s --version prints the version and does nothing',
  async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, '--version'], {
      env: bareEnvironment(),
    });
    expect(stdout).toBe(`${manifest.name} ${manifest.version}\n`);
  },
);

const run = (...args: string[]) => portalHere(args, {});

test.each([
  ['verfy', 'did you mean verify?'],
  ['paint', 'Unknown command «paint»\n'],
  ['start --port=80', 'Unexpected argument «--port=80»\n'],
  ['restore --from backup --release-mail', '--from and --release-mail exclude each other\n'],
  ['import --colour', "Unknown option '--colour'\n"],
])('portal %s is rejected: %s', async (words, message) => {
  expect(await run(...words.split(' '))).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});

test.each([
  [
    { MODE: 'test', PORT: '0' },
    0,
    '3 settings are set, all values are valid: MODE, PORT, DATA_DIR\n',
    'contains no installation',
  ],
  [{ PORT: 'x' }, 1, '', 'PORT=x is not valid: Port to listen on'],
  [
    { PUBLIC_ULR: 'x' },
    0,
    '1 setting is set',
    'PUBLIC_ULR is not a setting; did you mean PUBLIC_URL?',
  ],
])(
  'portal check-settings reports whether the settings %j are valid',
  async (env, status, stdout, stderr) => {
    const DATA_DIR = '/nonexistent/data';
    const done = await portalHere(['check-settings'], { DATA_DIR, ...env });
    expect(done).toEqual({
      status,
      stdout: expect.stringContaining(stdout),
      stderr: expect.stringContaining(stderr),
    });
  },
);
