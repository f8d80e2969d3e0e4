import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { type Config, confidential, settings } from './config.ts';

/** Settings that may differ between processes on one database, such as keys during a rotation. */
const ofProcess: readonly string[] = [
  'PORT',
  'HOST',
  'OPEN_DEMONSTRATION',
  'TRUSTED_PROXIES',
  'STOP_SECONDS',
  'DATA_DIR',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'DATABASE_URL',
  'SECRET',
  'AUDIT_KEY',
  'SMTP_CA',
  'VEHICLE_BACKEND_CA',
  'VEHICLE_BACKEND_CERTIFICATE',
  'VEHICLE_BACKEND_KEY',
];

/**
 * Settings whose values may differ between processes. Either all processes set one, or none does.
 */
const setOrUnset: readonly string[] = [
  'CLAMD_URL',
  'SIGNALS_FILE',
  'AUDIT_HEADS_FILE',
  ...confidential,
];

type DifferentSetting = Awaited<ReturnType<typeof differentSettings>>[number];

const unitsMs = { DAYS: 86_400_000, HOURS: 3_600_000, MINUTES: 60_000 };

function textOf(name: string, value: unknown): string {
  const [, unit] = Object.entries(unitsMs).find(([suffix]) => name.endsWith(`_${suffix}`)) ?? [];
  return typeof value === 'number' && unit ? String(value / unit) : String(value ?? '');
}

function sharedSettings(config: Config): Map<string, string> {
  const shared = new Map<string, string>();
  for (const name of Object.keys(settings.shape)) {
    // In a demonstration, it defaults to the address that the process listens on.
    const isOwn = name === 'PUBLIC_URL' && config.MODE !== 'production';
    if (isOwn || ofProcess.includes(name)) continue;
    const value = config[name as keyof Config];
    const isHidden = setOrUnset.includes(name);
    shared.set(name, isHidden ? (value ? '(set)' : '') : textOf(name, value));
  }
  const backend = config.VEHICLE_BACKEND_URL;
  shared.set('VEHICLE_BACKEND_URL', backend ? new URL(backend).origin : '');
  return shared;
}

export async function differentSettings(db: Kysely<Schema>, config: Config) {
  const rows = await db.selectFrom('shared_setting').selectAll().orderBy('name').execute();
  const own = sharedSettings(config);
  return rows.flatMap(({ name, value: there }) => {
    const here = own.get(name);
    return here === undefined || here === there ? [] : [{ name, here, there }];
  });
}

export const differenceText = ({ name, here, there }: DifferentSetting) =>
  `${name}=${here}, but the process that started last has ${name}=${there}`;

export function requireSameMode(different: readonly DifferentSetting[], config: Config): void {
  const mode = different.find(({ name }) => name === 'MODE');
  if (mode && config.DATABASE_URL)
    throw new SettingError(
      `MODE=${mode.here} cannot use this database, whose processes have MODE=${mode.there}: set that mode, or use an empty database and an empty folder`,
    );
}

/**
 * Stores the settings of this process as those of the process that started last. Returns those that
 * differed. On a shared database, `MODE` must be the one with which the database was first used.
 * @throws {SettingError} that names both modes
 */
export async function announceSettings(db: Kysely<Schema>, config: Config) {
  const different = await differentSettings(db, config);
  requireSameMode(different, config);
  const values = Array.from(sharedSettings(config), ([name, value]) => ({ name, value }));
  await db
    .insertInto('shared_setting')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: ({ ref }) => ref('excluded.value') }),
    )
    .execute();
  return different;
}
