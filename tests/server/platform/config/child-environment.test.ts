import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment, postgres } from '#server/platform/config/child-environment.ts';
import { skipUnless } from '#tests/needs.ts';
import { restorePostgres } from '#tools/backup/postgres-dump.ts';

const secrets = {
  SECRET: 'a',
  AUDIT_KEY: 'b',
  SMTP_URL: 'c',
  DATABASE_URL: 'd',
  METRICS_TOKEN: 'e',
  OIDC_CLIENT_SECRET: 'f',
  AWS_SECRET_ACCESS_KEY: 'g',
  VEHICLE_BACKEND_TOKEN: 'h',
  NODE_AUTH_TOKEN: 'i',
};
const set = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};
afterEach(() => vi.unstubAllEnvs());

test('a child process gets what it needs by name, and nothing else', () => {
  set({ ...secrets, LC_ALL: 'C', PGSSLROOTCERT: '/ca.pem' });
  const names = (also?: RegExp) => Object.keys(childEnvironment(also));
  for (const also of [undefined, postgres]) {
    expect(names(also)).toEqual(expect.arrayContaining(['PATH', 'LC_ALL']));
    for (const secret of Object.keys(secrets)) expect(names(also)).not.toContain(secret);
  }
  expect(names()).not.toContain('PGSSLROOTCERT');
  expect(names(postgres)).toContain('PGSSLROOTCERT');
});

test(
  'PostgreSQL’s programs get the password of the database, and no secret of the portal',
  skipUnless(process.platform !== 'win32', 'needs a shell'),
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'programs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'pg_restore');
    await writeFile(program, `#!/bin/sh\nexport -p >'${folder}/environment'\n`);
    await chmod(program, 0o700);
    set({ ...secrets, PATH: folder, PGSSLMODE: 'require' });
    await restorePostgres('postgres://user:of-the-database@127.0.0.1/portal', 'dump');
    const environment = await readFile(join(folder, 'environment'), 'utf8');
    expect(environment).toMatch(/PGPASSWORD=['"]of-the-database/);
    expect(environment).toMatch(/PGSSLMODE=['"]require/);
    for (const name of Object.keys(secrets)) expect(environment).not.toContain(` ${name}=`);
  },
);
