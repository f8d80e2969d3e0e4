import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '#contract/settings.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { releaseTaken } from '#server/applications/apply-event.ts';
import { removeBrokenUploads } from '#server/applications/files/clean-up.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { missingKeys } from '#server/desk/audit/verify.ts';
import { announceSecret } from '#server/platform/audit/keys-in-use.ts';
import { type Config, misspelt, readConfig } from '#server/platform/config/config.ts';
import { announceSettings, differenceText } from '#server/platform/config/shared-settings.ts';
import { DatabaseClock } from '#server/platform/database/clock.ts';
import {
  lockFolder,
  openDatabase,
  persistMode,
  requireUndamaged,
} from '#server/platform/database/open-database.ts';
import { withCallTimeouts } from '#server/platform/database/postgres.ts';
import type { Services } from '#server/platform/database/services.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { Telemetry } from '#server/platform/database/telemetry.ts';
import { drain } from '#server/platform/http/connections.ts';
import { productionLog } from '#server/platform/http/json-console.ts';
import { logOptions, manifest, release } from '#server/platform/http/log.ts';
import { startTracing } from '#server/platform/http/tracing.ts';
import { freeLeases } from '#server/platform/jobs/lease.ts';
import { holdMailIfRestored } from '#server/platform/mail/mail-hold.ts';
import { addSignalsOf } from '#server/reports/signals-file.ts';
import { ensureBuild, productFolder, requireBuild } from '#server/site/ensure-build.ts';
import { type Installation, pageRoutes } from '#server/site/page-routes.ts';
import { backgroundErrors, startBackground } from './background.ts';
import { build } from './build.ts';

/** TCP accept backlog. When it is full, the kernel drops the SYN and the client retries after 1–3 s. */
const ACCEPT_BACKLOG = 4096;
const TRACE_FLUSH_TIMEOUT_MS = 2000;
const CLOSE_TIMEOUT_MS = 2000;

type ServePages = (app: FastifyInstance, installation: Installation) => Promise<void>;

const serveBuiltPages: ServePages = async (app, installation) => {
  if (installation.isDemonstration) await ensureBuild(console.log);
  else requireBuild();
  await app.register(pageRoutes, installation);
};

async function main(servePages: ServePages, changed?: Partial<Limits>): Promise<void> {
  const config = readConfig(process.env, changed);
  const demo = await demonstrationOf(config);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = config;
  const endTracing = collector ? await startTracing(collector) : null;
  addSignalsOf(config.SIGNALS_FILE);
  const lock = createAndLockFolder(config);
  const { DATABASE_URL } = config;
  const store = await openDatabase(
    DATABASE_URL ? { ...config, DATABASE_URL: withCallTimeouts(DATABASE_URL) } : config,
  );
  await requireUndamaged(store, config);
  await checkInstallation(store, config);
  await persistMode(store, config);
  const different = await announceSettings(store.db, config);
  // Only a PostgreSQL database can be shared with other processes.
  if (DATABASE_URL)
    for (const one of different)
      console.warn(
        `${differenceText(one)}: processes that have not been restarted still use the old value`,
      );
  await announceSecret(store.db, config);
  await holdMailIfRestored(store, config);
  if (lock) await freeLeases(store);
  const telemetry = new Telemetry();
  telemetry.measureProcess();
  const services: Services = {
    store,
    config,
    now: Date.now,
    telemetry,
    clock: new DatabaseClock(store),
    afterRoleLoss: releaseTaken,
    ...demo?.services,
  };
  await services.clock?.measure();
  for (const line of [...misspelt(process.env), ...(await missingKeys(services))])
    console.warn(line);
  await resealAtStart(services);
  await demo?.seed(services);
  await removeBrokenUploads(services);

  const app = await build(
    services,
    demo?.extend,
    productionLog
      ? { loggerInstance: productionLog }
      : { logger: logOptions(config.LOG_LEVEL ?? 'warn') },
  );
  await servePages(app, {
    contactMailbox: config.CONTACT_MAILBOX,
    holderName: config.HOLDER_NAME,
    isDemonstration: config.MODE !== 'production',
    hasLocalMailbox: !config.SMTP_URL,
  });
  await listen(app, config);
  const address = addressOf(app.server.address() as AddressInfo);
  config.PUBLIC_URL ??= address;
  const endBackground = startBackground(services, backgroundErrors(app.log));
  const stop = async () => {
    const overdue = AbortSignal.timeout(config.STOP_SECONDS * 1000);
    await Promise.all([drain(app, overdue), endBackground(overdue)]);
    // A statement in progress may delay `close`.
    await Promise.race([store.close(), setTimeout(CLOSE_TIMEOUT_MS)]);
    lock?.release();
    await Promise.race([endTracing?.().catch(console.error), setTimeout(TRACE_FLUSH_TIMEOUT_MS)]);
    // Needed, because open connections to unresponsive servers keep the process alive.
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  // After the signal handlers are set: a parent may stop this process as soon as it reads the line.
  announce(config, address, demo?.announcement(address));
}

async function listen(app: FastifyInstance, { PORT: port, HOST: host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, backlog: ACCEPT_BACKLOG });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new SettingError(
      code === 'EADDRINUSE'
        ? `PORT=${port} is in use by another program`
        : `HOST=${host} with PORT=${port} cannot be used: ${message}`,
      { cause },
    );
  }
}

async function demonstrationOf(config: Config) {
  if (config.MODE === 'production') return null;
  if (!existsSync(join(productFolder, 'src/demo')))
    throw new SettingError('A release contains no demonstration: set MODE=production');
  const { demonstrate } = await import('#demo/demonstration.ts');
  return demonstrate(config);
}

async function resealAtStart(services: Services) {
  const { resealed, unreadable } = await reseal(services);
  if (resealed > 0)
    console.log(`${resealed} values were re-encrypted with the first key of SECRET`);
  if (unreadable > 0)
    console.warn(
      `SECRET cannot decrypt ${unreadable} values in the database: keys of authenticator apps, drafts or company sessions. If their key was removed from SECRET, append it after a comma`,
    );
}

function createAndLockFolder({ DATA_DIR, DATABASE_URL }: Config) {
  process.umask(0o077);
  try {
    if (!existsSync(DATA_DIR)) mkdirSync(DATA_DIR, { recursive: true });
    accessSync(DATA_DIR, constants.W_OK);
  } catch (error) {
    throw new SettingError(`DATA_DIR=${DATA_DIR} cannot be written to`, { cause: error });
  }
  if (!statSync(DATA_DIR).isDirectory())
    throw new SettingError(`DATA_DIR=${DATA_DIR} is not a folder`);
  for (const folder of ['files', 'reports', 'series', 'trash'].map((name) => join(DATA_DIR, name)))
    if (existsSync(folder)) chmodSync(folder, 0o700);
  if (DATABASE_URL) return null;
  const lock = lockFolder(DATA_DIR);
  if (!lock) throw new Error(`Another process already serves the folder ${DATA_DIR}`);
  return lock;
}

function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function announce({ DATABASE_URL, DATA_DIR }: Config, address: string, demo?: string[]): void {
  const started = `Vehicle data access portal: ${address}`;
  console.log(demo ? `\n${started}` : `${started} (release ${release})`);
  if (!demo) return;
  for (const line of demo) console.log(line);
  console.log(`All data is stored in ${DATABASE_URL ? 'the database and ' : ''}${DATA_DIR}`);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs the portal in this process, which exits if the start fails. Only tests pass `changed`. */
export function run(servePages: ServePages = serveBuiltPages, changed?: Partial<Limits>): void {
  main(servePages, changed).catch((error) => {
    console.error(`The portal could not start: ${reason(error)}`);
    process.exit(1);
  });
}

if (import.meta.main) {
  const [option] = process.argv.slice(2);
  if (option === undefined) run();
  else if (option === '--version') process.stdout.write(`${manifest.name} ${release}\n`);
  else {
    process.stdout.write(
      'Starts the portal: npm start, or portal start. Settings are variables.\n',
    );
    process.exitCode = option === '--help' ? 0 : 2;
  }
}
