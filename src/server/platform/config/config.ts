import { compile } from '@fastify/proxy-addr';
import * as z from 'zod/mini';
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
import { isKnownCountry } from '#server/platform/words/holidays.ts';
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
import { companySignInProblem, companySignInSettings } from './company-sign-in-settings.ts';
import { storageProblem, storageSettings } from './storage-settings.ts';
import { vehicleBackendProblem, vehicleBackendSettings } from './vehicle-backend-settings.ts';

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
const keysIn = (list: string) => list.split(',').map((key) => key.trim());
const isKeyList = (list: string) => keysIn(list).every(isStrongSecret);

/** Values of `SECRET`: the first one writes, all of them read. */
export type Secrets = [string, ...string[]];

const generalSettings = {
  MODE: described(
    z._default(z.enum(['demonstration', 'production', 'test']), 'demonstration'),
    '`demonstration`: demo accounts, demo fleet, local mailbox. `production`: none of these. `test`: a demonstration with the testers’ controls.',
  ),
  PORT: described(z._default(port(), 3000), 'Port to listen on; 0 takes a free one.'),
  HOST: described(
    z._default(z.string(), '127.0.0.1'),
    'Address to listen on. Another than this machine’s own shows a demonstration, whose accounts are anybody’s, to others: `OPEN_DEMONSTRATION` has to say so, too.',
  ),
  OPEN_DEMONSTRATION: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: a demonstration may listen where others reach it.',
  ),
  PUBLIC_URL: described(
    z.optional(
      z.url({ protocol: /^https?$/ }).check(
        z.refine(isOrigin),
        z.overwrite((url) => url.replace(/\/$/, '')),
      ),
    ),
    'Address people reach the portal at, without a path, for links in mails; `https` in production.',
  ),
  TRUSTED_PROXIES: described(
    z._default(z.string().check(z.refine(isProxyList)), ''),
    'Proxies in front, whose `X-Forwarded-For` tells where a request comes from, with or without a port: addresses and ranges, `10.0.0.0/8,::1`, or `loopback`, `linklocal`, `uniquelocal`. Without any, the limits per network count all that comes through a proxy as one.',
  ),
  PUBLIC_CHARTS: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: the machines’ diagrams at `/charts`, without any figures, are open to everybody.',
  ),
  STOP_SECONDS: described(
    seconds(25),
    'Seconds that a process which is told to stop (SIGTERM) waits for what is in hand; then lines are cut and jobs given back.',
  ),
  HOLIDAYS: described(
    z._default(z.string().check(z.refine(isKnownCountry)), 'BE'),
    'Country (`PL`) or part of one (`DE-BY`) whose public holidays are no working days, beside those of the Union’s institutions.',
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
    'Mail server, percent-encoded, `smtps://user:password@host` or `smtp://user:password@host:587?requireTLS=true`, without TLS on this machine alone; the local mailbox when unset.',
  ),
  SMTP_CONNECTIONS: described(
    z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 4),
    'Connections to the mail server at once; from two on, one of them is kept free for codes and security mails.',
  ),
  MAIL_FROM: described(
    z._default(z.string().check(z.refine(isMailbox)), 'Vehicle Data Access <no-reply@example.eu>'),
    'Sender of all mails, `address` or `name <address>`.',
  ),
  CODES_IN_ALL: described(
    z._default(z.coerce.number().check(z.int(), z.minimum(1)), 5000),
    'Codes that the whole installation mails per hour. Lower it while codes are being guessed.',
  ),
};

const databaseSettings = {
  DATA_DIR: described(z._default(z.string(), 'data'), 'Folder that holds all state.'),
  DATABASE_URL: described(
    z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//), z.refine(isEncoded))),
    'PostgreSQL, `postgres://user:password@host/database`, percent-encoded; the embedded database when unset.',
  ),
};

const keySettings = {
  SECRET: described(
    z.optional(
      z.pipe(
        z.string().check(z.refine(isKeyList)),
        z.transform((list: string) => keysIn(list) as Secrets),
      ),
    ),
    'At least 32 random characters; keys the digests of verification codes and seals the keys of authenticator apps. A list, separated by commas, while it is changed: the first one writes, all of them read. `operate.md` has the two steps.',
  ),
  AUDIT_KEY: described(
    z.optional(z.string().check(z.refine(isKeyList))),
    'Key of the chain that seals what is kept: at least 32 random characters, kept away from the database. A list, separated by commas, once it was changed: the first one seals, all of them verify. `operate.md` has the two steps. Unset, it is the file `audit.key` in `DATA_DIR`, made at the first start.',
  ),
};

const operationSettings = {
  AUDIT_LOG_DAYS: described(days(3650), 'Days that the log keeps who opened and changed what.'),
  ACCESS_LOG_DAYS: described(
    days(365),
    'Days that the log keeps sign-ins, failures, locks, refusals by role and ended sessions.',
  ),
  AUDIT_HEADS_FILE: described(
    z.optional(z.string()),
    'File on other storage to which the signed end of the audit chain is added, a line of JSON each time it has moved; none when unset.',
  ),
  AUDIT_HEADS_URL: described(
    z.optional(z.string().check(z.regex(/^https?:\/\//))),
    'Address to which the same line is sent by POST, `https://user:password@host/path`; none when unset.',
  ),
  AUDIT_HEADS_MAILBOX: described(
    z.optional(z.email()),
    'Mailbox to which the same line is mailed; none when unset.',
  ),
  OPERATOR_MAILBOX: described(
    z.optional(z.email()),
    'Mailbox that is told, in English and in one mail at most an hour, of dead work, damaged files, broken audit chains and a disk that is nearly full; none when unset.',
  ),
  LOG_LEVEL: described(
    // At lower levels Fastify logs request headers and bodies.
    z.optional(z.enum(['error', 'warn', 'info'])),
    'Least weighty lines of the log on stdout, `error`, `warn` or `info`; the last has one a request. Unset, that is `info` in production and `warn` elsewhere.',
  ),
  METRICS_TOKEN: described(
    z.optional(z.string().check(z.refine(isStrongSecret))),
    'At least 32 random characters, with which Prometheus reads `/metrics` (`Authorization: Bearer …`); closed to everybody when unset.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    'OpenTelemetry collector that gets traces by OTLP over HTTP, `http://host:4318`; other variables of OpenTelemetry’s exporter (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`) hold beside it. Nothing is traced when unset.',
  ),
  CLAMD_URL: described(
    z.optional(z.string().check(z.regex(/^(tcp:\/\/[^/]+|unix:\/.+)$/))),
    'Malware scanner (clamd) that sees every uploaded file, `tcp://host:3310` or `unix:/path/of/socket`; none when unset.',
  ),
};

/** All settings by group and environment variable. `settings.md` is generated from them. */
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

export function proxiesIn(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export type Settings = z.infer<typeof settings>;
/** Settings and limits, with the current values of the desk settings. */
export type EffectiveConfig = Settings & Limits & { SECRET: Secrets };
/** Settings and limits without the desk settings, which `effectiveConfig` adds. */
export type Config = Omit<EffectiveConfig, DeskSetting>;

const neededInProduction = [
  'SMTP_URL',
  'PUBLIC_URL',
  'SECRET',
  'CONTACT_MAILBOX',
  'MAIL_FROM',
  'HOLDER_NAME',
  'AUTHORITY_MAILBOX',
] as const;

/** Contain passwords and must not be logged. */
const confidential = [
  'SECRET',
  'AUDIT_KEY',
  'METRICS_TOKEN',
  'AUDIT_HEADS_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'VEHICLE_BACKEND_URL',
  'VEHICLE_BACKEND_TOKEN',
  'VEHICLE_BACKEND_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
];

/**
 * Reads and validates the environment.
 * @param changed limits that tests change
 * @throws {SettingError} when a value is invalid or production lacks a setting
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  changed: Partial<Limits> = {},
): EffectiveConfig {
  const present = Object.fromEntries(
    Object.keys(settings.shape)
      .map((key) => [key, environment[key]])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0]);
    const shown = confidential.includes(key) ? key : `${key}=${present[key]}`;
    throw new SettingError(`${shown} is not valid: ${expectation(key)}`);
  }
  const config = parsed.data;
  const problem = companySignInProblem(config) ?? storageProblem(config);
  if (problem !== null) throw new SettingError(`${problem} to be set`);
  const backendProblem = vehicleBackendProblem(config);
  if (backendProblem !== null) throw new SettingError(backendProblem);
  if (config.MODE === 'production') {
    const missing = neededInProduction.filter((key) => present[key] === undefined);
    if (missing.length > 0)
      throw new SettingError(`MODE=production needs ${missing.join(', ')} to be set`);
    if (!config.PUBLIC_URL?.startsWith('https:'))
      throw new SettingError(`PUBLIC_URL=${config.PUBLIC_URL} has to be https in production`);
  } else if (!isLoopback(config.HOST) && config.OPEN_DEMONSTRATION === 'no') {
    throw new SettingError(
      `HOST=${config.HOST} shows a demonstration to others, where anybody is its staff: set OPEN_DEMONSTRATION=yes if that is meant, or MODE=production`,
    );
  }
  return { ...config, ...limits, ...changed, SECRET: config.SECRET ?? [PUBLISHED_SECRET] };
}

function expectation(key: string): string {
  const schema = settings.shape[key as keyof typeof settings.shape];
  return z.globalRegistry.get(schema)?.description ?? '';
}
