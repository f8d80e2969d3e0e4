import { describe, expect, test } from 'vitest';
import { readConfig, type Settings } from '#server/platform/config/config.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';

const SECRET = 'of these tests: more than 32 characters';

/** As short as a key may be. */
const KEY = '0123456789 is a key of 32 signs.';

/** Values at the edge of what a setting takes, and just beyond. */
const edges: Partial<Record<keyof Settings, [taken: string[], refused: string[]]>> = {
  AUTHORITY_MAILBOX: [
    ['authority@example.eu', 'takes-no-mail'],
    ['none', 'no mail', 'authority@'],
  ],
  PORT: [
    ['0', '65535'],
    ['-1', '65536', '80.5', 'http'],
  ],
  SMTP_CONNECTIONS: [
    ['1', '50'],
    ['0', '51', '1.5'],
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
  S3_ENCRYPTION: [
    ['none', 'AES256', 'aws:kms', 'aws:kms:arn:aws:kms:eu-central-1:1:key/a'],
    ['rot13', 'aws:kms:', 'AES256:key'],
  ],
  HOLIDAYS: [
    ['PL', 'DE-BY'],
    ['XX', 'DE-XX', 'Poland'],
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
  AUDIT_HEADS_MAILBOX: [['audit@example.eu'], ['audit']],
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
  DATABASE_URL: [
    ['postgres://host/portal', 'postgresql://host/portal'],
    ['mysql://host/portal', 'x-postgres://host'],
  ],
  OPEN_DEMONSTRATION: [['no', 'yes'], ['true']],
};

describe.each(Object.entries(edges))('%s', (key, [taken, refused]) => {
  test.each(taken)('takes %j', (value) => {
    expect(() => readConfig({ [key]: value })).not.toThrow();
  });

  test.each(refused)('refuses %j, in words', (value) => {
    expect(() => readConfig({ [key]: value })).toThrow(new RegExp(`^${key}.* is not valid: `));
  });
});

test('what is set to nothing is as what is not set', () => {
  expect(readConfig({ PORT: '', HOST: '' })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
});

test('a time is given in the unit of its name', () => {
  const config = readConfig({
    STAFF_REST_MINUTES: '2',
    RECORD_DAYS: '3',
    STAFF_SESSION_HOURS: '5',
  });
  expect(config).toMatchObject({
    STAFF_REST_MINUTES: 120_000,
    RECORD_DAYS: 259_200_000,
    STAFF_SESSION_HOURS: 18_000_000,
  });
});

test.each([
  'SMTP_URL',
  'PUBLIC_URL',
  'SECRET',
  'CONTACT_MAILBOX',
  'MAIL_FROM',
  'HOLDER_NAME',
  'AUTHORITY_MAILBOX',
])('production does not start without %s', (key) => {
  const complete = { ...production, SECRET };
  expect(() => readConfig(complete)).not.toThrow();
  expect(() => readConfig({ ...complete, [key]: '' })).toThrow(
    `MODE=production needs ${key} to be set`,
  );
});
