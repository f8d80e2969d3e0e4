import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { build } from '#server/build.ts';
import { StorageFull } from '#server/platform/database/store-error.ts';
import { logOptions, startThread } from '#server/platform/http/log.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';

let lines: string[];
const { log } = Fastify({
  logger: { ...logOptions('warn'), stream: { write: (line: string) => void lines.push(line) } },
});
beforeEach(() => {
  lines = [];
});

const logged = (error: unknown) => {
  log.error(error as Error);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '{}');
};

class MailRefused extends Error {}

test('the log contains the type, code and stack of an error', () => {
  const { err, msg } = logged(Object.assign(new MailRefused('no line'), { code: 'ECONN' }));
  expect(err).toMatchObject({ type: 'MailRefused', code: 'ECONN', message: 'no line' });
  expect(err.stack).toMatch(/^\s+at .*log\.test\.ts/);
  expect(msg).toBe('no line');
  expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type']);
});

test.each([
  ['Key (email)=(anna@example.eu) is there', /anna|example\.eu/],
  ['GET /login?code=481516 failed', /481516|code=/],
  ['«Nowak» and "Anna" and \'Maria\' and `Ewa`', /Nowak|Anna|Maria|Ewa/],
  ['token Zm9vYmFyYmF6cXV4cXV1eA is unknown', /Zm9v/],
  ['born on 19850412', /1985/],
  ["Can't find 'Anna's car'", /Anna|car/],
])('the log masks personal data in «%s»', (message, secret) => {
  const line = JSON.stringify(logged(new Error(message)));
  expect(line).not.toMatch(secret);
  expect(line).toContain('…');
});

test.each([
  new StorageFull('less than 67108864 bytes of space are left in /data/files'),
  Object.assign(new Error("ENOENT: no such file or directory, open '/mnt/heads-2026.jsonl'"), {
    syscall: 'open',
  }),
  // An apostrophe does not begin a quotation.
  new Error("Can't send mail - all recipients were rejected"),
  Object.assign(new Error('could not extend file "base/16384/2619": No space left on device'), {
    severity: 'ERROR',
    code: '53100',
  }),
])('numbers and paths in errors of this program and of the system are not masked: %s', (error) => {
  expect(logged(error).msg).toBe(error.message);
});

test('the log omits replies of mail servers and fields of libraries', () => {
  const error = Object.assign(new Error('Message failed: 550 no such person'), {
    responseCode: 550,
    response: '550 no such person',
  });
  const { err } = logged(error);
  expect(err).toMatchObject({ code: 550, message: 'Message failed' });
  expect(lines[0]).not.toContain('no such person');
});

test('three nested causes are logged, and causes that are not errors by their type only', () => {
  const deep = ['d', 'c', 'b', 'a', 'top'].reduce<Error | undefined>(
    (cause, message) => new Error(message, cause && { cause }),
    undefined,
  );
  const logLines: string[] = [];
  for (let err = logged(deep).err; err; err = err.cause) logLines.push(err.message);
  expect(logLines).toEqual(['top', 'a', 'b', 'c']);
  lines = [];
  const { err } = logged(new Error('top', { cause: 'a secret text' }));
  expect(err.cause).toEqual({ type: 'string', message: '', stack: '' });
});

describe('requests', () => {
  const portal = portalOfFile(startPortal);

  async function logging(level: 'info' | 'warn') {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const options = { logger: { ...logOptions(level), stream } };
    const app = await build(portal.services, undefined, options);
    onTestFinished(() => app.close());
    return { app, lines };
  }

  test('each request is one log line with the id of its response', async () => {
    const { app, lines } = await logging('info');
    const theirs = { 'x-request-id': 'theirs' };
    const answers = [
      await app.inject({ url: `${endpoints.config.path}?`, headers: theirs }),
      await app.inject({ method: 'POST', url: endpoints.login.path, payload: { email: 'nobody' } }),
      await app.inject({ url: '/guest@example.eu' }),
      await app.inject({ url: '/%' }),
    ];
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(lines).toMatchObject([
      { reqId: ids[0], method: 'GET', route: endpoints.config.path, status: 200, msg: 'request' },
      { reqId: ids[1], method: 'POST', route: endpoints.login.path, status: 400, code: 400 },
      { reqId: ids[2], method: 'GET', route: 'none', status: 404, code: 404 },
      { reqId: ids[3], method: 'GET', route: 'none', status: 404, code: 404 },
    ]);
    for (const line of lines) expect(line.ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(lines)).not.toMatch(/guest|nobody|theirs|127\.0\.0\.1/);
  });

  test('at level warn, requests are not logged', async () => {
    const { app, lines } = await logging('warn');
    await app.inject({ url: endpoints.config.path });
    expect(lines).toEqual([]);
  });
});

test('a line that a worker thread prints is logged as a masked warning', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warnings.mockRestore());
  const program = `console.log('read\\nfor anna@example.eu'); process.stderr.write('rest')`;
  const thread = startThread(new URL(`data:text/javascript,${program}`), { env: {} });
  await once(thread, 'exit');
  await vi.waitFor(() => expect(warnings).toHaveBeenCalledTimes(3), 30_000);
  expect(warnings.mock.calls.flat().toSorted()).toEqual(['for …', 'read', 'rest']);
});

test('an idle thread does not keep the process alive', async () => {
  const program = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => parentPort.postMessage(message));`;
  const url = `data:text/javascript,${encodeURIComponent(program)}`;
  const script = `import { startThread } from '#server/platform/http/log.ts';
    const thread = startThread(new URL(${JSON.stringify(url)}), { env: {} });
    thread.once('message', () => thread.unref()).postMessage('work');`;
  const args = ['--input-type=module', '--eval', script];
  const ended = promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  await expect(ended).resolves.toEqual({ stdout: '', stderr: '' });
});

test('every worker thread of the server is started by start-thread.ts', () => {
  const starting = globSync('src/server/**/*.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('new Worker('),
  );
  expect(starting.toSorted()).toEqual([
    'src/server/platform/http/log.ts',
    // Its parent process discards the output.
    'src/server/platform/inspection/inspector-process.ts',
  ]);
});
