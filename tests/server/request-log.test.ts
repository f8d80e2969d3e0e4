import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { build } from '#server/build.ts';
import { logOptions } from '#server/platform/http/log.ts';
import { startPortal } from './fixture.ts';
import { portalOfTest } from './portal-of.ts';

const portal = portalOfTest(startPortal);

/** The portal once more, with a log at a level. */
async function logging(level: 'info' | 'warn') {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = await build(portal.services, undefined, {
    logger: { ...logOptions(level), stream },
  });
  return { app, lines };
}

test('each request is one line, with the id that its answer carries', async () => {
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
  await app.close();
});

test('requests are not told where only what goes wrong is', async () => {
  const { app, lines } = await logging('warn');
  await app.inject({ url: endpoints.config.path });
  expect(lines).toEqual([]);
  await app.close();
});
