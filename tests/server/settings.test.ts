import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Settings } from '#server/platform/config/config.ts';
import { settings } from '#server/platform/config/config.ts';

const ROOT = join(import.meta.dirname, '..');

/** A test elsewhere that changes a setting and sees its effect: file under `tests`, and title. */
type Shown = readonly [file: string, title: string];

const OBEYED = 'server/settings-obeyed.test.ts';

const companySignIn = [
  'server/accounts/company/company-sign-in.test.ts',
  'gets an account with the roles of the claim, by code and PKCE, and comes back to /login',
] as const;

const IN_BUCKET = [
  's3/portal.test.ts',
  'files and reports lie in the bucket alone, and are served from there',
] as const;
const ENCRYPTED = [
  's3/storage.test.ts',
  'the store is asked for the encryption that is set',
] as const;

const CREDENTIALS = [
  'server/vehicles/backend-access.test.ts',
  'one token is asked for and used by many calls, of many at once too',
] as const;
const MUTUAL_TLS = [
  'server/vehicles/backend-access.test.ts',
  'the portal is known by its certificate',
] as const;

/** `here`: the test of `OBEYED` whose name begins with the setting. */
const effects: Record<keyof Settings, 'here' | Shown> = {
  MODE: ['demo/absent-in-production.test.ts', 'production loads nothing of it'],
  PORT: 'here',
  HOST: 'here',
  DATA_DIR: 'here',
  DATABASE_URL: [
    'server/applications/reports/installation.test.ts',
    'another database does not start with its files, named or not',
  ],
  SMTP_URL: 'here',
  SMTP_CONNECTIONS: [
    'server/platform/mail/send.test.ts',
    'that is urgent passes sixty reminders which a slow server takes its time for',
  ],
  MAIL_FROM: 'here',
  PUBLIC_URL: [
    'server/applications/deadlines/reminders.test.ts',
    'is reminded by its mailbox of what nobody has taken',
  ],
  TRUSTED_PROXIES: [
    'server/accounts/limits.test.ts',
    'nobody can say that they are somewhere else',
  ],
  STOP_SECONDS: [
    'server/drain.test.ts',
    'a process that is told to stop answers what is in hand, gives jobs back and ends with 0',
  ],
  STORAGE_URL: IN_BUCKET,
  S3_ENDPOINT: IN_BUCKET,
  S3_REGION: IN_BUCKET,
  S3_PATH_STYLE: IN_BUCKET,
  S3_SILENCE_SECONDS: ['s3/storage.test.ts', 'that %s is away, and nothing is damaged by that'],
  S3_ENCRYPTION: ENCRYPTED,
  SECRET: [
    'server/accounts/second-factor/second-factor.test.ts',
    'under another SECRET the app’s codes are wrong, a recovery code lets in to set up anew',
  ],
  AUDIT_KEY: 'here',
  LOG_LEVEL: ['server/canaries.test.ts', 'the log has a line about each call'],
  METRICS_TOKEN: [
    'server/operations/operation.test.ts',
    'are for who has the token, and not there without one',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'server/tracing.test.ts',
    'a collector gets spans of calls, statements and jobs, and nothing about anybody',
  ],
  AUDIT_LOG_DAYS: [
    'server/accounts/access-log.test.ts',
    'what the log keeps longest goes after its own days',
  ],
  ACCESS_LOG_DAYS: [
    'server/accounts/access-log.test.ts',
    'what is kept long enough goes, and the seals hold without it',
  ],
  AUDIT_HEADS_FILE: [
    'server/platform/jobs/copy-heads.test.ts',
    'each end of the chain is added to the file, and is there while the chain is whole',
  ],
  AUDIT_HEADS_URL: [
    'server/platform/jobs/copy-heads.test.ts',
    'an address gets it with the login it names; what it refuses is sent again',
  ],
  AUDIT_HEADS_MAILBOX: [
    'server/platform/jobs/copy-heads.test.ts',
    'a mailbox gets the line, not more often than it is set',
  ],
  OPERATOR_MAILBOX: [
    'server/operations/operator-mail.test.ts',
    'the operator hears of dead work, damaged files, broken chains and a full disk in one mail',
  ],
  CLAMD_URL: [
    'server/applications/files/scan.test.ts',
    'an infected upload is refused with its name and the malware’s, and nothing stays',
  ],
  HOLIDAYS: [
    'server/desk/desk-settings.test.ts',
    'another country’s holidays move what a public body asked for',
  ],
  TIME_ZONE: 'here',
  HOLDER_NAME: 'here',
  CONTACT_MAILBOX: 'here',
  DESK_MAILBOX: [
    'server/applications/mails-sent.test.ts',
    'a requester who terminates gets a confirmation in their language, the desk in its own',
  ],
  DESK_LANGUAGE: [
    'server/applications/mails-sent.test.ts',
    'a requester who terminates gets a confirmation in their language, the desk in its own',
  ],
  AUTHORITY_MAILBOX: [
    'server/applications/mails-sent.test.ts',
    'the authority is notified of a refusal for %s in the desk’s language',
  ],
  VEHICLE_BACKEND_URL: [
    'server/vehicles/backend-source.test.ts',
    'the linked vehicles of an address are asked for, with the credentials of the setting',
  ],
  VEHICLE_BACKEND_TOKEN: [
    'server/vehicles/backend-access.test.ts',
    'a bearer token of the settings is sent',
  ],
  VEHICLE_BACKEND_TOKEN_URL: CREDENTIALS,
  VEHICLE_BACKEND_CLIENT_ID: CREDENTIALS,
  VEHICLE_BACKEND_CLIENT_SECRET: CREDENTIALS,
  VEHICLE_BACKEND_SCOPE: CREDENTIALS,
  VEHICLE_BACKEND_CERTIFICATE: MUTUAL_TLS,
  VEHICLE_BACKEND_KEY: MUTUAL_TLS,
  VEHICLE_BACKEND_CA: MUTUAL_TLS,
  SIGNALS_FILE: [
    'server/reports/signals-file.test.ts',
    'two hundred signals of a maker are imported, asked for and delivered',
  ],
  RECORD_DAYS: [
    'server/applications/retention/purge-expired.test.ts',
    'an application that ended is there until its day, and then in no table and no folder',
  ],
  FOUR_EYES: [
    'server/desk/second-opinion.test.ts',
    'an approval of such a kind is taken when another reviewer agrees, and not before',
  ],
  CODES_IN_ALL: [
    'server/accounts/limits.test.ts',
    'mails no more than so many codes, of many at once too',
  ],
  DATA_PROTECTION_MAILBOX: [
    'server/applications/common.test.ts',
    'name the data protection contact and where data are transferred to',
  ],
  TRANSFER_COUNTRIES: [
    'server/applications/common.test.ts',
    'name the data protection contact and where data are transferred to',
  ],
  PUBLIC_CHARTS: 'here',
  OIDC_ISSUER: companySignIn,
  OIDC_CLIENT_ID: companySignIn,
  OIDC_CLIENT_SECRET: companySignIn,
  OIDC_ROLES: companySignIn,
  OIDC_ROLES_CLAIM: companySignIn,
  OIDC_SCOPE: companySignIn,
  STAFF_CODE_SIGN_IN: [
    'server/accounts/company/company-sign-in.test.ts',
    'gives none where it is the only one',
  ],
  OPEN_DEMONSTRATION: ['server/platform/config/config.test.ts', 'OPEN_DEMONSTRATION'],
  STAFF_SESSION_HOURS: [
    'server/accounts/sessions/staff-sessions.test.ts',
    'ends after 12 hours, however busy',
  ],
  STAFF_REST_MINUTES: [
    'server/accounts/sessions/staff-sessions.test.ts',
    'goes on after 29:59 of rest, and ends after 30:01',
  ],
};

describe('a setting', () => {
  test.each(Object.keys(settings.shape))('%s has a test that sees it obeyed', async (key) => {
    const shown = effects[key as keyof Settings];
    expect(shown, `${key} has no row here`).toBeDefined();
    const [file, title] = shown === 'here' ? [OBEYED, `test('${key}`] : shown;
    expect(await readFile(join(ROOT, file), 'utf8')).toContain(title);
  });

  test('is one that there is', () => {
    expect(Object.keys(effects).sort()).toEqual(Object.keys(settings.shape).sort());
  });
});
