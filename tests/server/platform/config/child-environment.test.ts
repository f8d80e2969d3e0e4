import { afterEach, expect, test, vi } from 'vitest';
import { childEnvironment } from '#server/platform/config/environment.ts';

const secrets = {
  SECRET: 'a',
  AUDIT_KEY: 'b',
  SMTP_URL: 'c',
  DATABASE_URL: 'd',
  METRICS_TOKEN: 'e',
  INGEST_TOKEN: 'j',
  OIDC_CLIENT_SECRET: 'f',
  AWS_SECRET_ACCESS_KEY: 'g',
  VEHICLE_BACKEND_TOKEN: 'h',
  NODE_AUTH_TOKEN: 'i',
};
const set = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};
afterEach(() => vi.unstubAllEnvs());

test('a child process gets only named variables', () => {
  set({ ...secrets, LC_ALL: 'C', PGSSLROOTCERT: '/ca.pem' });
  const names = (more?: RegExp) => Object.keys(childEnvironment(more));
  const also = /^PG\w+$/;
  for (const more of [undefined, also]) {
    expect(names(more)).toEqual(expect.arrayContaining(['PATH', 'LC_ALL']));
    for (const secret of Object.keys(secrets)) expect(names(more)).not.toContain(secret);
  }
  expect(names()).not.toContain('PGSSLROOTCERT');
  expect(names(also)).toContain('PGSSLROOTCERT');
});
