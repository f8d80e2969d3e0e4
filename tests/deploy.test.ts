import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiError } from '#contract/error-data.ts';
import { fileLimits } from '#contract/limits.ts';
import { settings } from '#server/platform/config/config.ts';
import manifest from '../package.json' with { type: 'json' };

/** Names of metrics, without the suffixes that Prometheus adds for histograms. */
const figuresIn = (text: string) =>
  new Set(text.match(/\bportal_[a-z_]+?(?=(_bucket|_count|_sum)?\b)/g));
const measured = ['platform/database/telemetry', 'operations/metrics']
  .map((name) => readFileSync(`src/server/${name}.ts`, 'utf8'))
  .join('\n');

const read = (name: string) => readFileSync(`.deploy/${name}`, 'utf8');
const operators = [
  'Containerfile',
  'compose.yml',
  'kubernetes.yml',
  'kubernetes-jobs.yml',
  'portal.service',
];

/** Variables of other programs. */
const others = ['NODE_IMAGE', 'NODE_ENV', 'MALLOC_ARENA_MAX', 'PASSWORD', 'KEY', 'PORTAL'];

test.each(operators)('the settings that %s names are known', (name) => {
  const named = read(name).match(/\b[A-Z]+(_[A-Z]+)+\b|\b(SECRET|MODE|HOST|PORT)\b/g) ?? [];
  const foreign = (word: string) =>
    others.includes(word) || /^(POSTGRES|AF|ALL|CMD|AWS)_|^STOP_SECONDS$/.test(word);
  const known = Object.keys(settings.shape);
  for (const word of named.filter((each) => !foreign(each))) expect(known).toContain(word);
});

test('the manifests and their secret contain every setting that production requires', () => {
  for (const name of ['compose.yml', 'kubernetes.yml'])
    for (const needed of [
      'DATABASE_URL',
      'SMTP_URL',
      'PUBLIC_URL',
      'SECRET',
      'CONTACT_MAILBOX',
      'MAIL_FROM',
      'HOLDER_NAME',
      'AUTHORITY_MAILBOX',
    ])
      expect(read(name)).toContain(needed);
});

test('the manifest of the Prometheus operator contains the rules of alerts.yml', () => {
  const [, groups = ''] = /^(groups:.*)/ms.exec(readFileSync('src/docs/alerts.yml', 'utf8')) ?? [];
  expect(read('kubernetes-monitoring.yml')).toContain(groups.replaceAll(/^(?=.)/gm, '  '));
});

test('the Kubernetes jobs run the commands staff and verify of the portal', () => {
  const commands = read('kubernetes-jobs.yml').matchAll(/command: \[bin\/portal, ([\w-]+)/g);
  expect(Array.from(commands, ([, name]) => name)).toEqual(['staff', 'verify']);
});

test('the backup in Kubernetes gets no keys, and an alert reports its failure', () => {
  const [, backup = ''] = read('kubernetes-jobs.yml').split('name: portal-backup }', 2);
  expect(backup).toContain('key: DATABASE_URL');
  expect(backup.split('\n---')[0]).not.toContain('envFrom');
  expect(read('kubernetes-monitoring.yml')).toContain('{cronjob="portal-backup"} > 93600');
});

test('the backup in Kubernetes gives pg_dump an address without parameters of the driver', () => {
  const [, lines = ''] = / - (pg_dump .*?) &&\n +mv /s.exec(read('kubernetes-jobs.yml')) ?? [];
  const script = `pg_dump() { echo "$3"; }; ${lines.replaceAll(/\n\s+/g, ' ')}`;
  const DATABASE_URL =
    'postgres://a:b@host/portal?statement_timeout=300000&query_timeout=305000&sslmode=verify-full';
  const printed = execFileSync('sh', ['-c', script], { env: { ...process.env, DATABASE_URL } });
  expect(String(printed)).toBe('postgres://a:b@host/portal?sslmode=verify-full\n');
});

test('the image and the systemd unit start the portal as npm start does', () => {
  const [, ...handed] = manifest.scripts.start.split(' ');
  // A shell would not forward the stop signal to the portal.
  const [, image] = /^CMD (\[.*\])$/m.exec(read('Containerfile')) ?? [];
  expect(JSON.parse(image ?? '')).toEqual(['node', ...handed]);
  expect(read('portal.service')).toContain(`/.bin/node ${handed.join(' ')}\n`);
  for (const name of ['Containerfile', 'portal.service'])
    expect(read(name), name).toMatch(/^(ENV|Environment)\b.*MALLOC_ARENA_MAX=2$/m);
});

test('proxies reject requests for which the portal would close the connection, and no others', () => {
  // Five times the largest file; see drainBodies.
  const most = 5 * fileLimits.maxBytes;
  for (const name of ['nginx.conf', 'Caddyfile', 'kubernetes.yml']) {
    // All three units are mebibytes.
    const [, size] =
      /(?:client_max_body_size (\d+)m|max_size (\d+)MiB|proxy-body-size: (\d+)m)$/im
        .exec(read(name).replaceAll(';', ''))
        ?.filter(Boolean) ?? [];
    expect(Number(size) * 1024 ** 2, name).toBe(most);
  }
});

test('errors of nginx have the format of the API', () => {
  const errors = [...read('nginx.conf').matchAll(/return \d+ '(.*)'/g)];
  expect(errors).toHaveLength(2);
  for (const [, error = ''] of errors)
    expect(apiError.safeParse(JSON.parse(error)).error).toBeUndefined();
});

test('the stop timeout exceeds the time that the portal needs to drain', () => {
  const stop = Number(settings.shape.STOP_SECONDS._zod.def.defaultValue);
  const secondsIn = (name: string, pattern: RegExp) => Number(pattern.exec(read(name))?.[1]);
  for (const seconds of [
    secondsIn('portal.service', /TimeoutStopSec=(\d+)/),
    secondsIn('compose.yml', /stop_grace_period: (\d+)s/),
    secondsIn('kubernetes.yml', /terminationGracePeriodSeconds: (\d+)/) - 5,
  ])
    expect(seconds).toBeGreaterThan(stop);
});

test('the image runs only the portal, without write access to it, and has a health check', () => {
  const image =
    read('Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(image).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(image).toMatch(/^VOLUME \/data$/m);
  expect(image).not.toMatch(/^ENTRYPOINT/m);
  expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(image).toMatch(/^HEALTHCHECK [^[]*\["node", .*\/livez/m);
});

test('manifests allow writes to data and temporary files only, and no new privileges', () => {
  const [, portal = ''] = /^ {2}portal:\n((?: {4}.*\n)+)/m.exec(read('compose.yml')) ?? [];
  for (const line of [
    'read_only: true',
    'tmpfs: [/tmp]',
    'volumes: ["files:/data"]',
    'cap_drop: [ALL]',
    'security_opt: ["no-new-privileges:true"]',
    'http://127.0.0.1:3000/livez',
  ])
    expect(portal).toContain(line);
  const cluster = read('kubernetes.yml');
  const [, user] = /^USER (\d+):/m.exec(read('Containerfile')) ?? [];
  for (const line of [
    'runAsNonRoot: true',
    `runAsUser: ${user}`,
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'capabilities: { drop: [ALL] }',
  ])
    expect(cluster).toContain(line);
  const mounts = Array.from(cluster.matchAll(/mountPath: (\S+)/g), ([, place]) => place);
  expect(mounts).toEqual(['/data', '/tmp']);
  for (const [probe, route] of [
    ['startup', '/livez'],
    ['liveness', '/livez'],
    ['readiness', '"/readyz\\?'],
  ])
    expect(cluster).toMatch(new RegExp(`${probe}Probe:\\n +httpGet: { path: ${route}`));
  const unit = read('portal.service');
  for (const line of ['NoNewPrivileges=', 'ProtectSystem=strict']) expect(unit).toContain(line);
});

test('the dashboard shows exactly the exported metrics', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const shown = figuresIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join());
  const exported = Array.from(
    measured.matchAll(/^ +(?:name: |gauge\(\s*)?'(portal_\w+)',/gm),
    ([, name]) => name,
  );
  expect([...shown].toSorted()).toEqual(exported.toSorted());
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});
