import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { startServer } from '#tests/server-process.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const folder = temporaryFolder('loaded');

const controls = [
  ['GET', '/server/test/state'],
  ['POST', '/server/test/clock'],
  ['POST', '/server/test/fault'],
  ['POST', '/server/test/personas'],
] as const;

/** The project's modules that a server has loaded once it listens, and its answers to controls. */
async function begun(settings: Record<string, string>) {
  const list = join(folder, 'modules');
  const hook = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
} });`;
  const { store, location } = await freshStore();
  await store.close();
  const server = await startServer({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    ...settings,
  });
  const statuses = [];
  for (const [method, path] of controls) {
    const headers = { 'content-type': 'application/json' };
    const body = method === 'POST' ? { body: '{}' } : {};
    statuses.push((await fetch(server.url + path, { method, headers, ...body })).status);
  }
  await server.end('SIGTERM');
  await location.remove();
  const urls = (await readFile(list, 'utf8')).split('\n');
  await rm(list);
  const modules = urls.flatMap(
    (url) => /\/((?:src\/(?:server|demo)|node_modules\/@opentelemetry)\/.*)$/.exec(url)?.[1] ?? [],
  );
  return { modules, statuses };
}

const isDemo = (path: string) => path.startsWith('src/demo/');

const absent = controls.map(() => 404);

test('a demonstration loads its own modules, but not the controls for tests', async () => {
  const { modules, statuses } = await begun({});
  expect(statuses).toEqual(absent);
  expect(modules).toContain('src/demo/mailbox.ts');
});

test('production loads no module of the demonstration', async () => {
  const { modules, statuses } = await begun(production);
  expect(statuses).toEqual(absent);
  expect(modules).toContain('src/server/build.ts');
  expect(modules.filter(isDemo)).toEqual([]);
  // Tracing is loaded when a collector is configured.
  expect(modules.filter((path) => path.includes('sdk-trace'))).toEqual([]);
});
