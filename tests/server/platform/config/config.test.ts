import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deskDefaults, limits } from '#contract/settings.ts';
import {
  confidential,
  misspelt,
  readConfig,
  type Settings,
  settingGroups,
  settings,
} from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const folder = join(temporaryFolder('settings'), '/');

/** ms per unit in the names of settings. */
const units = { DAYS: 86_400_000, HOURS: 3_600_000, MINUTES: 60_000 };

test('settings.md documents every setting, with its default', async () => {
  const defaults: Record<string, unknown> = settings.parse({});
  const shown = (name: string, value: unknown) => {
    const [, unit = 1] =
      Object.entries(units).find(([suffix]) => name.endsWith(`_${suffix}`)) ?? [];
    const text = String(unit === 1 ? (value ?? '') : Number(value) / unit);
    return text === '' ? '' : `\`${text}\``;
  };
  const sections = Object.entries(settingGroups).map(([title, group]) => {
    const rows = Object.entries<z.ZodMiniType>(group).map(
      ([name, schema]) =>
        `| \`${name}\` | ${shown(name, defaults[name])} | ${z.globalRegistry.get(schema)?.description} |`,
    );
    return [
      '',
      `## ${title}`,
      '',
      '| variable | default | meaning |',
      '|---|---|---|',
      ...rows,
      '',
    ];
  });
  const constants = Object.entries(limits).map(
    ([name, value]) => `| \`${name}\` | ${shown(name, value)} |`,
  );
  await expect(
    `# Settings

Environment variables. A wrong value stops the start with a line that names it; \`portal check-settings\` checks them
without a start, and that database, mail server, bucket and scanner answer. A file can contain each secret, for
example \`SECRET_FILE=/run/secrets/secret\`; the names are
${confidential.map((name) => `\`${name}_FILE\``).join(',\n')}. Leads can replace
\`AUTHORITY_MAILBOX\` at \`/desk/settings\`. Generated:
\`npx vitest run tests/server/platform/config/config.test.ts -u\`.
${sections.flat().join('\n')}
## Fixed limits

No variable sets these; \`src/contract/settings.ts\` says what each one limits. The first ${Object.keys(deskDefaults).length} are initial
values of what leads set at \`/desk/settings\`.

| limit | value |
|---|---|
${constants.join('\n')}
`,
  ).toMatchFileSnapshot('../../../../src/docs/settings.md');
  const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group));
  expect(grouped.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
});

describe('the start fails with one line that names the setting:', () => {
  test.each([
    [{ PORT: 'abc' }, /^PORT=abc is not valid: Port to listen on/],
    [
      { PORT: 'abc', MODE: 'prod', STOP_SECONDS: '-1' },
      /^MODE=prod is .*\nPORT=abc is .*\nSTOP_SECONDS=-1 is .*$/,
    ],
    [
      { OIDC_ISSUER: 'https://a.eu', OIDC_CLIENT_ID: 'portal' },
      /^OIDC_ISSUER needs OIDC_CLIENT_SECRET, PUBLIC_URL to be set$/,
    ],
    [{ STAFF_CODE_SIGN_IN: 'no' }, /^STAFF_CODE_SIGN_IN=no needs OIDC_ISSUER to be set$/],
    [
      { MODE: 'production' },
      /^MODE=production needs SMTP_URL, PUBLIC_URL, SECRET, CONTACT_MAILBOX, MAIL_FROM, HOLDER_NAME, AUTHORITY_MAILBOX to be set$/,
    ],
    [{ ...production, PUBLIC_URL: 'http://portal.example.eu' }, /^PUBLIC_URL=http:.* https/],
    [
      { VEHICLE_BACKEND_TOKEN: 'abc' },
      /^VEHICLE_BACKEND_TOKEN needs VEHICLE_BACKEND_URL to be set$/,
    ],
    [
      { VEHICLE_BACKEND_URL: 'https://a.eu', VEHICLE_BACKEND_TOKEN_URL: 'https://b.eu/token' },
      /^VEHICLE_BACKEND_TOKEN_URL needs VEHICLE_BACKEND_CLIENT_ID, VEHICLE_BACKEND_CLIENT_SECRET to be set$/,
    ],
    [
      { VEHICLE_BACKEND_URL: 'https://portal:pass@a.eu', VEHICLE_BACKEND_TOKEN: 'abc' },
      /^a user in VEHICLE_BACKEND_URL and VEHICLE_BACKEND_TOKEN exclude each other$/,
    ],
    [{ HOST: '0.0.0.0' }, /^HOST=0.0.0.0 .* OPEN_DEMONSTRATION=yes/],
    [{ HOST: '::', MODE: 'test' }, /^HOST=:: .* OPEN_DEMONSTRATION=yes/],
    [{ HOST: '127.evil.example', MODE: 'test' }, /^HOST=127.evil.example/],
    [
      { STORAGE_URL: 's3://bucket', DATABASE_URL: 'postgres://host/portal' },
      /^STORAGE_URL with DATABASE_URL needs AUDIT_KEY to be set$/,
    ],
  ])('with %j', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(SettingError);
    expect(() => readConfig(environment)).toThrow(line);
  });

  test.each([
    { VEHICLE_BACKEND_URL: 'http://a.eu', VEHICLE_BACKEND_TOKEN: 'abc' },
    { VEHICLE_BACKEND_URL: 'http://portal:pass@a.eu' },
    { VEHICLE_BACKEND_URL: 'http://a.eu/api?key=abc' },
    { AUDIT_HEADS_URL: 'http://a.eu/heads?token=abc' },
    { AUDIT_HEADS_URL: 'http://me:pass@a.eu/heads' },
    { STORAGE_URL: 's3://bucket?endpoint=http://store.example.eu' },
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.eu:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc',
    },
  ])('without TLS in production, with %j', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(() => readConfig({ ...production, ...environment })).toThrow(
      new RegExp(`^${name} would send (credentials|files) without TLS`),
    );
  });

  test.each([
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', OPEN_DEMONSTRATION: 'yes' },
    { ...production, HOST: '0.0.0.0' },
    { ...production, AUDIT_HEADS_URL: 'http://me:pass@127.0.0.1/heads' },
    { ...production, AUDIT_HEADS_URL: 'https://me:pass@a.eu/heads?token=abc' },
    { ...production, STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:9000' },
    { ...production, STORAGE_URL: 's3://bucket?endpoint=https://store.example.eu' },
    { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.eu:4318' },
    { AUDIT_HEADS_URL: 'http://me:pass@a.eu/heads' },
  ])('not with %j', (environment) => {
    expect(() => readConfig(environment)).not.toThrow();
  });

  test.each([
    ['too short', randomBytes(15).toString('hex')],
    ['one character', 'x'.repeat(40)],
    ['too few characters', 'abcdefg'.repeat(5)],
    ['a repeated text', 'Passw0rd!2026'.repeat(3)],
    ['a repeated text, the last time in part', 'Passw0rd!2026'.repeat(3).slice(0, 33)],
    ['the published default', readConfig({}).SECRET[0]],
  ])('a secret that is %s', (_, SECRET) => {
    expect(() => readConfig({ SECRET })).toThrow(/^SECRET is not valid: At least 32 random/);
    const strong = randomBytes(32).toString('hex');
    expect(() => readConfig({ SECRET: `${strong},${SECRET}` })).toThrow(/^SECRET is not valid/);
    expect(readConfig({ SECRET: `${strong}, ${strong}0` }).SECRET).toEqual([strong, `${strong}0`]);
    for (const AUDIT_KEY of [SECRET, `${strong},${SECRET}`, `${SECRET}, ${strong}`])
      expect(() => readConfig({ AUDIT_KEY })).toThrow(
        /^AUDIT_KEY is not valid: Key of the audit chain/,
      );
    expect(readConfig({ AUDIT_KEY: `${strong}, ${strong}0` }).AUDIT_KEY).toContain(strong);
  });

  test('a key that is in SECRET and AUDIT_KEY, except an old one that both replace', () => {
    const [old, one, two] = [1, 2, 3].map(() => randomBytes(32).toString('hex'));
    for (const [SECRET, AUDIT_KEY] of [
      [old, old],
      [`${old},${one}`, old],
      [old, `${two}, ${old}`],
      [`${one},${old}`, old],
      [`${old},${one}`, `${two},${one},${old}`],
    ])
      expect(() => readConfig({ SECRET, AUDIT_KEY })).toThrow(
        /^SECRET and AUDIT_KEY contain the same key: /,
      );
    for (const AUDIT_KEY of [two, `${two},${old}`])
      expect(() => readConfig({ SECRET: `${one},${old}`, AUDIT_KEY })).not.toThrow();
  });

  test('not with random secrets in any notation', () => {
    for (const notation of ['hex', 'base64', 'base64url'] as const)
      for (let count = 0; count < 20; count++)
        readConfig({ SECRET: randomBytes(32).toString(notation) });
  });

  test.each([
    ['SECRET', 'too-short'],
    ['DATABASE_URL', 'mysql://portal:too-short@host/portal'],
    ['SMTP_URL', 'http://portal:too-short@host'],
  ])('%s, without its value', (key, value) => {
    expect(() => readConfig({ [key]: value })).toThrow(new RegExp(`^${key} is not valid: `));
    expect(() => readConfig({ [key]: value })).not.toThrow(/too-short/);
  });

  test('an unreachable database, without the password', async () => {
    const DATABASE_URL = 'postgres://portal:hidden@127.0.0.1:1/portal';
    const opened = openDatabase(readConfig({ DATABASE_URL, DATA_DIR: await mkdtemp(folder) }));
    await expect(opened).rejects.toThrow(/^DATABASE_URL cannot be used: connect ECONNREFUSED/);
    await expect(opened).rejects.not.toThrow(/hidden/);
  });

  test('a file that is not a database', async () => {
    const DATA_DIR = await mkdtemp(folder);
    await writeFile(join(DATA_DIR, 'portal.db'), 'This is a letter and no database at all.');
    await expect(openDatabase(readConfig({ DATA_DIR }))).rejects.toThrow(
      `DATA_DIR=${DATA_DIR} cannot be used: file is not a database`,
    );
  });

  test('the process prints nothing else and exits with 1', async () => {
    await ensureBuild(() => {});
    const [DATA_DIR, other] = [await mkdtemp(folder), await mkdtemp(folder)];
    const file = join(await mkdtemp(folder), 'data');
    await writeFile(file, '');
    const cases: [env: Record<string, string>, line: RegExp][] = [
      [{ ...production, DATA_DIR, SECRET: 'x'.repeat(40) }, /^SECRET/],
      [{ DATA_DIR, HOST: '0.0.0.0' }, /^HOST/],
      [{ DATA_DIR: file }, /^DATA_DIR=.*data is not a folder$/],
      [
        { ...production, DATA_DIR: other, HOST: '192.0.2.1' },
        /^HOST=192.0.2.1 with PORT=0 cannot be used: .+$/,
      ],
    ];
    const ends = await Promise.all(cases.map(([env]) => ended({ PORT: '0', ...env })));
    for (const [index, { status, stdout, stderr }] of ends.entries()) {
      const [env, line] = cases[index] as (typeof cases)[number];
      const [text, rest] = env.MODE ? [`${JSON.parse(stdout).msg}\n`, stderr] : [stderr, stdout];
      expect([status, rest]).toEqual([1, '']);
      const [, reason] = /^The portal could not start: (.*)\n$/.exec(text) ?? [];
      expect(reason, text).toMatch(line);
    }
    expect(await readdir(DATA_DIR)).toEqual([]);
  });
});

/** Shortest allowed key. */
const KEY = '0123456789 is a key of 32 signs.';

/** Valid and invalid values. */
const edges: Partial<Record<keyof Settings, [valid: string[], invalid: string[]]>> = {
  MODE: [['test'], ['prod']],
  AUTHORITY_MAILBOX: [
    ['authority@example.eu', 'takes-no-mail'],
    ['none', 'no mail', 'authority@'],
  ],
  PORT: [
    ['0', '65535'],
    ['-1', '65536', '80.5', 'http'],
  ],
  PUBLIC_URL: [
    ['https://portal.example.eu', 'https://portal.example.eu:8443/'],
    ['ftp://portal.example.eu', 'https://example.eu/portal'],
  ],
  SMTP_URL: [
    [
      'smtps://mail.example.eu',
      'smtp://portal:pass@mail.example.eu:587?requireTLS=true',
      'smtp://127.0.0.1:2525',
      'smtp://localhost',
      'smtp://[::1]:25',
    ],
    [
      'smtp://mail.example.eu',
      'smtp://portal:pass@mail.example.eu:587',
      'smtp://mail.example.eu?requireTLS=false',
      'smtps://mail.example.eu?secure=false',
      'smtps://mail.example.eu?tls.rejectUnauthorized=false',
      'smtps://a:b@c/d@mail.eu',
      'smtps://u:12#x@mail.eu',
      'smtps://u:12?x@mail.eu',
      'smtp://127.evil.example',
    ],
  ],
  MAIL_FROM: [
    ['a@example.eu', 'Vehicle Data Access <a@example.eu>'],
    ['Vehicle Data Access', 'A <a@example.eu>, b'],
  ],
  CODES_IN_ALL: [['1'], ['0', '-1', '1.5', 'many']],
  STOP_SECONDS: [
    ['0.1', '600'],
    ['0', '601', 'never'],
  ],
  RECORD_DAYS: [
    ['1', '3650'],
    ['0', '3651', 'ten'],
  ],
  STORAGE_URL: [
    [
      's3://bucket',
      's3://bucket/a/b/?region=eu-west-1',
      's3://bucket/portal?endpoint=https://host:9000&path-style=true&encryption=AES256',
      's3://bucket?encryption=aws:kms',
      's3://bucket?encryption=aws:kms:arn:aws:kms:eu-central-1:1:key/a',
    ],
    [
      'https://bucket',
      's3://B',
      's3://bucket/portal#part',
      's3://bucket?regio=eu-west-1',
      's3://bucket?endpoint=host:9000',
      's3://bucket?region=EU West',
      's3://bucket?path-style=yes',
      's3://bucket?encryption=rot13',
      's3://bucket?encryption=aws:kms:',
      's3://bucket?encryption=AES256:key',
    ],
  ],
  TIME_ZONE: [['Pacific/Pago_Pago', 'UTC'], ['Mars/Base']],
  TRUSTED_PROXIES: [
    ['10.0.0.0/8, ::1', 'loopback'],
    ['everybody', '10.0.0.0/33'],
  ],
  CLAMD_URL: [
    ['tcp://clamd:3310', 'unix:/run/clamd.sock'],
    ['http://clamd', 'tcp://', 'unix:'],
  ],
  AUDIT_HEADS_URL: [['https://user:pass@logs.example.eu/heads'], ['ftp://logs.example.eu']],
  OTEL_EXPORTER_OTLP_ENDPOINT: [['http://127.0.0.1:4318'], ['127.0.0.1:4318', 'grpc://host']],
  OPERATOR_MAILBOX: [['operator@example.eu'], ['operator']],
  AUDIT_KEY: [
    [KEY, `${KEY},another ${KEY}`],
    [KEY.slice(0, 31), 'k'.repeat(32), `${KEY},old`, `${KEY},`],
  ],
  LOG_LEVEL: [
    ['error', 'info'],
    ['silent', 'INFO', 'trace'],
  ],
  METRICS_TOKEN: [[KEY], [KEY.slice(0, 31), 'k'.repeat(32)]],
  INGEST_TOKEN: [[KEY], [KEY.slice(0, 31), 'k'.repeat(32)]],
  DATABASE_URL: [
    ['postgres://host/portal', 'postgresql://host/portal'],
    ['mysql://host/portal', 'x-postgres://host', 'postgres://a:b@c/d@host/e'],
  ],
  OPEN_DEMONSTRATION: [['no', 'yes'], ['true']],
  OIDC_ISSUER: [[], ['http://login.example.eu', 'https://a.eu/?b=c', 'https://user@a.eu']],
  OIDC_SCOPE: [['openid', 'openid email'], ['email']],
  OIDC_ROLES: [['desk-leads=lead;a=b=auditor'], ['desk=boss', 'a=lead;a=reviewer']],
  STAFF_CODE_SIGN_IN: [['yes'], ['maybe']],
  VEHICLE_BACKEND_URL: [
    ['https://backend.example.eu'],
    ['ftp://backend.example.eu', 'backend.example.eu'],
  ],
  VEHICLE_BACKEND_TOKEN: [[], ['two words']],
  VEHICLE_BACKEND_TOKEN_URL: [[], ['http://login.example.eu/token']],
  VEHICLE_BACKEND_SCOPE: [['a b'], ['a  b']],
};

test.each(Object.entries(edges))(
  '%s accepts valid and rejects invalid values',
  (key, [valid, invalid]) => {
    const { description } = z.globalRegistry.get(settings.shape[key as keyof Settings]) ?? {};
    for (const value of valid) expect(() => readConfig({ [key]: value }), value).not.toThrow();
    for (const value of invalid) {
      const read = () => readConfig({ [key]: value });
      expect(read, value).toThrow(new RegExp(`^${key}.* is not valid: `));
      expect(read, value).toThrow(description);
    }
  },
);

test('the error for a wrong value lists the valid ones', () => {
  expect(() => readConfig({ PORT: '70000' })).toThrow(/Valid: a whole number from 0 to 65535\.$/);
  expect(() => readConfig({ RECORD_DAYS: '0' })).toThrow(/Valid: a number from 1 to \d+\.$/);
  expect(() => readConfig({ PORT: '80.5' })).toThrow(/Valid: a whole number/);
  expect(() => readConfig({ CODES_IN_ALL: '1.5' })).toThrow(/Valid: a whole number from 1\.$/);
  expect(() => readConfig({ PUBLIC_CHARTS: 'on' })).toThrow(/Valid: no, yes\.$/);
});

test('a secret is read from the file that NAME_FILE names', async () => {
  const file = join(folder, 'metrics-token');
  const METRICS_TOKEN = randomBytes(16).toString('hex');
  await writeFile(file, `${METRICS_TOKEN}\n`);
  expect(readConfig({ METRICS_TOKEN_FILE: file })).toMatchObject({ METRICS_TOKEN });
  expect(() => readConfig({ METRICS_TOKEN_FILE: file, METRICS_TOKEN })).toThrow(
    'Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both',
  );
  const empty = join(folder, 'empty');
  await writeFile(empty, '\n');
  expect(() => readConfig({ DATABASE_URL_FILE: empty })).toThrow(
    `DATABASE_URL_FILE=${empty} is empty`,
  );
  expect(() => readConfig({ SECRET_FILE: join(folder, 'none') })).toThrow(
    /^SECRET_FILE=.*none cannot be read: ENOENT/,
  );
});

test('misspelt settings and fixed limits are reported, other variables are not', () => {
  const PATH = '/bin';
  expect(
    misspelt({ PUBLIC_ULR: 'x', SECRET_FIEL: 'x', PATH, HOME: '/', npm_config_x: '' }),
  ).toEqual([
    'PUBLIC_ULR is not a setting; did you mean PUBLIC_URL?',
    'SECRET_FIEL is not a setting; did you mean SECRET_FILE?',
  ]);
  expect(misspelt({ ANSWER_DAYS: '20' })).toEqual([
    'ANSWER_DAYS has no effect: it is a fixed limit, not a setting',
  ]);
  expect(misspelt({ POSTS: '1', HOSTNAME: 'x', NODE: 'x', NODE_ENV: 'x', SMTP_CA: 'x' })).toEqual(
    [],
  );
});

test.each([
  [
    'PUBLIC_URL may end with a slash',
    { PUBLIC_URL: 'https://a.eu/' },
    { PUBLIC_URL: 'https://a.eu' },
  ],
  ['an empty value counts as unset', { PORT: '', HOST: '' }, { PORT: 3000, HOST: '127.0.0.1' }],
  [
    'a duration is given in the unit of its name',
    { STAFF_REST_MINUTES: '2', RECORD_DAYS: '3', STAFF_SESSION_HOURS: '5' },
    { STAFF_REST_MINUTES: 120_000, RECORD_DAYS: 259_200_000, STAFF_SESSION_HOURS: 18_000_000 },
  ],
])('%s', (_, environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected);
});

/** Runs the server until it exits; returns its output and status. */
function ended(env: Record<string, string>) {
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...bareEnvironment(), ...env } };
    execFile(process.execPath, ['src/server/main.ts'], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}
