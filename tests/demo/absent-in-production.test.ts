import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { startServer } from '#tests/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Paths of the project's modules that a server has loaded once it listens. */
async function modulesLoadedBy(settings: Record<string, string>): Promise<string[]> {
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
  await server.end('SIGTERM');
  await location.remove();
  const urls = (await readFile(list, 'utf8')).split('\n');
  await rm(list);
  return urls.flatMap(
    (url) => /\/((?:src\/(?:server|demo)|node_modules\/@opentelemetry)\/.*)$/.exec(url)?.[1] ?? [],
  );
}

const isDemo = (path: string) => path.startsWith('src/demo/');

test('a demonstration loads its own modules', async () => {
  const modules = await modulesLoadedBy({});
  expect(modules).toContain('src/demo/mailbox.ts');
});

test('production loads none of them', async () => {
  const modules = await modulesLoadedBy(production);
  expect(modules).toContain('src/server/build.ts');
  expect(modules.filter(isDemo)).toEqual([]);
  // Tracing is loaded when a collector is configured.
  expect(modules.filter((path) => path.includes('sdk-trace'))).toEqual([]);
});
