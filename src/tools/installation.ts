import { releaseTaken } from '#server/applications/apply-event.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, requireInstallation } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';
import {
  isStorageFull,
  SettingError,
  StoreUnavailable,
} from '#server/platform/database/store-error.ts';
import { continueAsPortalUser } from './portal-user.ts';
import { type Console, ToolError, UsageError } from './usage.ts';

/**
 * Opens the database configured by the environment, and closes it after `work`. Rejects a database
 * on which no portal was started yet, unless `mayBegin` is set. When run as root, continues as the
 * portal's user.
 * @throws {SettingError}
 */
export async function withServices<T>(
  env: NodeJS.ProcessEnv,
  work: (services: Services) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = readConfig(env);
  await continueAsPortalUser(config, process);
  if (!mayBegin) await requireInstallation(config);
  const store = await openDatabase(config);
  try {
    return await work({ store, config, now: Date.now, afterRoleLoss: releaseTaken });
  } finally {
    await store.close();
  }
}

/**
 * Runs a command and returns its exit status. Prints an expected error and returns 2 for a
 * {@link UsageError}, otherwise 1; rethrows all others. Expected are errors that `textOf`
 * describes, errors for the operator, and system errors.
 */
export async function statusOf(
  { stderr }: Console,
  run: () => Promise<number>,
  textOf: (error: unknown) => string | undefined = () => undefined,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\nSee --help.\n`);
      return 2;
    }
    const text = textOf(error) ?? textOfExpected(error);
    if (text === undefined) throw error;
    stderr.write(`${text}\n`);
    return 1;
  }
}

/** Unreadable folders, full disks and unreachable servers are not bugs. */
function textOfExpected(error: unknown): string | undefined {
  const isExpected =
    error instanceof ToolError ||
    error instanceof SettingError ||
    error instanceof StoreUnavailable ||
    isStorageFull(error) ||
    (error instanceof Error && 'syscall' in error);
  return isExpected ? (error as Error).message : undefined;
}
