import { compile } from '@fastify/proxy-addr';
import * as z from 'zod/mini';
import { email } from '#contract/fields.ts';
import {
  type DeskSetting,
  days,
  described,
  holderSettings,
  type Limits,
  limits,
  staffSettings,
} from '#contract/settings.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import {
  isEncoded,
  isLoopback,
  isMailbox,
  isOrigin,
  isSafeMailServer,
  isStrongSecret,
  isTimeZone,
  PUBLISHED_SECRET,
} from './check-settings.ts';
import { companySignInSettings } from './company-sign-in-settings.ts';
import {
  type Environment,
  expectationOf,
  misspeltSettings,
  withSecretFiles,
} from './environment.ts';
import { storageSettings } from './storage-settings.ts';
import {
  certificate,
  fileFor,
  vehicleBackendProblem,
  vehicleBackendSettings,
} from './vehicle-backend-settings.ts';

const port = () => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const seconds = (fallback: number) =>
  z._default(z.coerce.number().check(z.minimum(0.1), z.maximum(600)), fallback);
const isProxyList = (list: string) => {
  try {
    return compile(proxiesIn(list)) !== undefined;
  } catch {
    return false;
  }
};
const entriesOf = (list: string) => list.split(',').map((entry) => entry.trim());
const isKeyList = (list: string) => entriesOf(list).every(isStrongSecret);

type Secrets = [string, ...string[]];

const generalSettings = {
  MODE: described(
    z._default(z.enum(['demonstration', 'production', 'test']), 'demonstration'),
    '`demonstration`: demo accounts, demo fleet, local mailbox. `production`: none of these. `test`: a demonstration with the testers’ controls.',
  ),
  PORT: described(z._default(port(), 3000), 'Port to listen on; 0 for a free one.'),
  HOST: described(
    z._default(z.string(), '127.0.0.1'),
    'Address to listen on. Listening on a public address exposes the demo accounts, so it also requires `OPEN_DEMONSTRATION=yes`.',
  ),
  OPEN_DEMONSTRATION: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: a demonstration may listen on a public address.',
  ),
  PUBLIC_URL: described(
    z.optional(
      z.url({ protocol: /^https?$/ }).check(
        z.refine(isOrigin),
        z.overwrite((url) => url.replace(/\/$/, '')),
      ),
    ),
    'Address of the portal for its users, without a path, for links in mails; `https` in production.',
  ),
  TRUSTED_PROXIES: described(
    z._default(z.string().check(z.refine(isProxyList)), ''),
    'Reverse proxies whose `X-Forwarded-For` is trusted, with or without ports: addresses and ranges, `10.0.0.0/8,::1`, or `loopback`, `linklocal`, `uniquelocal`. When unset, all requests through a proxy share the rate limits of one network.',
  ),
  PUBLIC_CHARTS: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: the diagrams of the state machines at `/charts` are public, without figures.',
  ),
  STOP_SECONDS: described(
    seconds(25),
    'Grace period after SIGTERM, in seconds; then open connections are closed and jobs released.',
  ),
  TIME_ZONE: described(
    z._default(z.string().check(z.refine(isTimeZone)), 'Europe/Brussels'),
    'Time zone in which working days begin and end.',
  ),
};

const mailSettings = {
  SMTP_URL: described(
    z.optional(
      z.string().check(z.regex(/^smtps?:\/\//), z.refine(isEncoded), z.refine(isSafeMailServer)),
    ),
    'Mail server, `smtps://user:password@host` or `smtp://user:password@host:587?requireTLS=true`; without TLS only on this machine. User and password are percent-encoded: `@` is `%40`, `/` is `%2F`, `#` is `%23`, `%` is `%25`. The local mailbox is used when unset.',
  ),
  SMTP_CA: described(
    fileFor(certificate),
    'PEM file with the certificates of the private certification authority of the mail server; those of Node when unset.',
  ),
  MAIL_FROM: described(
    z._default(z.string().check(z.refine(isMailbox)), 'Vehicle Data Access <no-reply@example.eu>'),
    'Sender of all mails, `address` or `name <address>`.',
  ),
  CODES_IN_ALL: described(
    z._default(z.coerce.number().check(z.int(), z.minimum(1)), 5000),
    'Maximum number of codes mailed per hour by the whole installation. Lower it while codes are being guessed.',
  ),
};

const databaseSettings = {
  DATA_DIR: described(z._default(z.string(), 'data'), 'Folder for all data.'),
  DATABASE_URL: described(
    z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//), z.refine(isEncoded))),
    'PostgreSQL, `postgres://user:password@host/database`; the embedded database when unset. User and password are percent-encoded: `@` is `%40`, `/` is `%2F`, `#` is `%23`, `%` is `%25`. The connection has no TLS without `?sslmode=verify-full`, also in production.',
  ),
};

const keySettings = {
  SECRET: described(
    z.optional(
      z.pipe(
        z.string().check(z.refine(isKeyList)),
        z.transform((list: string) => entriesOf(list) as Secrets),
      ),
    ),
    'At least 32 random characters; key for the digests of verification codes and the encryption of authenticator keys. A comma-separated list during rotation: the first key writes, all keys read. `operate.md` describes the two steps.',
  ),
  AUDIT_KEY: described(
    z.optional(z.string().check(z.refine(isKeyList))),
    'Key of the audit chain: at least 32 random characters, stored separately from the database, other than `SECRET`. A comma-separated list after a rotation: the first key seals, all keys verify. `operate.md` describes the two steps. When unset, the file `audit.key` in `DATA_DIR` is created at the first start.',
  ),
};

const operationSettings = {
  AUDIT_LOG_DAYS: described(days(3650), 'Retention of log entries on views and changes, in days.'),
  ACCESS_LOG_DAYS: described(
    days(365),
    'Retention of log entries on sign-ins, failures, locks, denied access and ended sessions, in days.',
  ),
  AUDIT_HEADS_FILE: described(
    z.optional(z.string()),
    'File on other storage to which each signed head of the audit chain is appended as a line of JSON; none when unset.',
  ),
  AUDIT_HEADS_URL: described(
    z.optional(z.string().check(z.regex(/^https?:\/\//))),
    'URL to which the same line is sent by POST, `https://user:password@host/path`; none when unset.',
  ),
  OPERATOR_MAILBOX: described(
    z.optional(email()),
    'Mailbox for alerts in English, at most one mail per hour: failed jobs, damaged files, broken audit chains, a nearly full disk, and a malware scanner or a copy of the audit heads that fails; none when unset.',
  ),
  LOG_LEVEL: described(
    // Not `debug` or `trace`, at which Fastify logs request headers and bodies.
    z.optional(z.enum(['error', 'warn', 'info'])),
    'Minimum level of the log on stdout: `error`, `warn` or `info`, which includes one line per request. Default: `info` in production, else `warn`.',
  ),
  METRICS_TOKEN: described(
    z.optional(z.string().check(z.refine(isStrongSecret))),
    'Bearer token of Prometheus for `/metrics`, at least 32 random characters; `/metrics` is disabled when unset.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    'OpenTelemetry collector that receives traces by OTLP over HTTP, `http://host:4318`; other variables of the exporter (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`) apply too. No traces when unset.',
  ),
  CLAMD_URL: described(
    z.optional(z.string().check(z.regex(/^(tcp:\/\/[^/]+|unix:\/.+)$/))),
    'Malware scanner (clamd) for uploaded files, `tcp://host:3310` or `unix:/path/of/socket`; none when unset.',
  ),
};

/** All settings by group and environment variable; the source of `settings.md`. */
export const settingGroups = {
  General: generalSettings,
  Mail: mailSettings,
  'Database and storage': { ...databaseSettings, ...storageSettings },
  Keys: keySettings,
  'Audit and operation': operationSettings,
  'Company sign-in': companySignInSettings,
  'Vehicle back end': vehicleBackendSettings,
  'Data holder and law': holderSettings,
  Staff: staffSettings,
};

export const settings = z.object({
  ...settingGroups.General,
  ...settingGroups.Mail,
  ...settingGroups['Database and storage'],
  ...settingGroups.Keys,
  ...settingGroups['Audit and operation'],
  ...settingGroups['Company sign-in'],
  ...settingGroups['Vehicle back end'],
  ...settingGroups['Data holder and law'],
  ...settingGroups.Staff,
});

export const proxiesIn = (list: string) => entriesOf(list).filter((entry) => entry !== '');

export type Settings = z.infer<typeof settings>;
export type EffectiveConfig = Settings & Limits & { SECRET: Secrets };
export type Config = Omit<EffectiveConfig, DeskSetting>;

/** Required settings by condition: `NAME` is set, `NAME=value`, or `NAME with NAME` (both set). */
const needs: Record<string, (keyof Settings)[]> = {
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'],
  'STAFF_CODE_SIGN_IN=no': ['OIDC_ISSUER'],
  // Otherwise, each process would create a key in its own folder.
  'STORAGE_URL with DATABASE_URL': ['AUDIT_KEY'],
  VEHICLE_BACKEND_TOKEN_URL: [
    'VEHICLE_BACKEND_URL',
    'VEHICLE_BACKEND_CLIENT_ID',
    'VEHICLE_BACKEND_CLIENT_SECRET',
  ],
  VEHICLE_BACKEND_TOKEN: ['VEHICLE_BACKEND_URL'],
  VEHICLE_BACKEND_CERTIFICATE: ['VEHICLE_BACKEND_URL', 'VEHICLE_BACKEND_KEY'],
  VEHICLE_BACKEND_KEY: ['VEHICLE_BACKEND_CERTIFICATE'],
  'MODE=production': [
    'SMTP_URL',
    'PUBLIC_URL',
    'SECRET',
    'CONTACT_MAILBOX',
    'MAIL_FROM',
    'HOLDER_NAME',
    'AUTHORITY_MAILBOX',
  ],
};

/** Settings that are never displayed. A file can hold each: `SECRET_FILE` for `SECRET`. */
export const confidential: readonly string[] = [
  'SECRET',
  'AUDIT_KEY',
  'METRICS_TOKEN',
  'INGEST_TOKEN',
  'AUDIT_HEADS_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'VEHICLE_BACKEND_URL',
  'VEHICLE_BACKEND_TOKEN',
  'VEHICLE_BACKEND_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
];

/**
 * Parses and validates the environment.
 * @param changed limits that tests change
 * @throws {SettingError} if a value is invalid, or a setting is missing that production requires
 */
export function readConfig(variables: Environment, changed: Partial<Limits> = {}): EffectiveConfig {
  const environment = withSecretFiles(variables, confidential);
  const present = Object.fromEntries(
    Object.keys(settings.shape)
      .map((key) => [key, environment[key]])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    const invalid = new Set(parsed.error.issues.map(({ path: [key] }) => String(key)));
    const lines = Array.from(invalid, (key) => {
      const shown = confidential.includes(key) ? key : `${key}=${present[key]}`;
      return `${shown} is not valid: ${expectationOf(settings.shape[key as keyof typeof settings.shape])}`;
    });
    throw new SettingError(lines.join('\n'));
  }
  const config = parsed.data;
  const isSet = (setting: string) => {
    const [name = '', value = present[name]] = setting.split('=');
    return value !== undefined && present[name] === value;
  };
  for (const [condition, needed] of Object.entries(needs)) {
    const missing = needed.filter((key) => !isSet(key));
    if (missing.length > 0 && condition.split(' with ').every(isSet))
      throw new SettingError(`${condition} needs ${missing.join(', ')} to be set`);
  }
  if (
    config.SECRET &&
    config.AUDIT_KEY &&
    shareKeyInUse(config.SECRET, entriesOf(config.AUDIT_KEY))
  )
    throw new SettingError(
      'SECRET and AUDIT_KEY contain the same key: use different keys. To replace a shared key, restart with a new first key in both, SECRET=new,old and AUDIT_KEY=other,old',
    );
  const problem = vehicleBackendProblem(config);
  if (problem !== null) throw new SettingError(problem);
  if (config.MODE === 'production') {
    const plain = plainCredentials({ ...config, ...environment });
    if (plain)
      throw new SettingError(
        `${plain} would send credentials without TLS: use https, or a host on this machine`,
      );
    if (sendsFilesWithoutTls(config))
      throw new SettingError(
        'STORAGE_URL would send files without TLS: use https for its endpoint, or a host on this machine',
      );
    if (!config.PUBLIC_URL?.startsWith('https:'))
      throw new SettingError(`PUBLIC_URL=${config.PUBLIC_URL} must be https in production`);
  } else if (!isLoopback(config.HOST) && config.OPEN_DEMONSTRATION === 'no') {
    throw new SettingError(
      `HOST=${config.HOST} exposes the accounts of a demonstration: set OPEN_DEMONSTRATION=yes if that is intended, or MODE=production`,
    );
  }
  return { ...config, ...limits, ...changed, SECRET: config.SECRET ?? [PUBLISHED_SECRET] };
}

function shareKeyInUse(keys: readonly string[], others: readonly string[]): boolean {
  return others.includes(keys[0] ?? '') || keys.includes(others[0] ?? '');
}

function plainCredentials(config: Record<string, unknown>): string | undefined {
  const credentials: Record<string, string[]> = {
    VEHICLE_BACKEND_URL: ['VEHICLE_BACKEND_TOKEN', 'VEHICLE_BACKEND_TOKEN_URL'],
    AUDIT_HEADS_URL: [],
    OTEL_EXPORTER_OTLP_ENDPOINT: [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    ],
  };
  return Object.keys(credentials).find((name) => {
    const address = String(config[name] ?? '');
    if (!URL.canParse(address)) return false;
    const { protocol, hostname, username, search } = new URL(address);
    const hasCredentials =
      username !== '' || search !== '' || credentials[name]?.some((other) => config[other]);
    return protocol === 'http:' && !isLoopback(hostname) && hasCredentials;
  });
}

function sendsFilesWithoutTls({ STORAGE_URL = '' }: { STORAGE_URL?: string | undefined }): boolean {
  const endpoint = STORAGE_URL && new URL(STORAGE_URL).searchParams.get('endpoint');
  if (!endpoint) return false;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Describes variables of the environment that have no effect but seem to be meant as settings. */
export function misspelt(environment: Environment): string[] {
  const isLimit = (name: string) => Object.hasOwn(limits, name);
  const others = Object.entries(environment).filter(([name]) => !isLimit(name));
  const fixed = Object.keys(environment).filter(isLimit);
  return [
    ...fixed.map((name) => `${name} has no effect: it is a fixed limit, not a setting`),
    ...misspeltSettings(Object.fromEntries(others), [
      ...Object.keys(settings.shape),
      ...confidential.map((name) => `${name}_FILE`),
    ]),
  ];
}
