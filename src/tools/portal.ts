import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { nearestName } from '#server/platform/config/environment.ts';
import {
  isStorageFull,
  SettingError,
  StoreUnavailable,
} from '#server/platform/database/store-error.ts';
import {
  type Command,
  type Console,
  endOnClosedPipe,
  ToolError,
  UsageError,
  versionText,
} from './usage.ts';

interface Tool {
  help: string;
  run: Command;
}

const startHelp = `Starts the portal. Settings are environment variables: src/docs/settings.md lists them.

  portal start

The sources without settings are a demonstration on http://127.0.0.1:3000.
`;

const commands: Record<string, [about: string, load: () => Promise<Tool>]> = {
  start: [
    'start the portal',
    async () => ({
      help: startHelp,
      run: async ([unexpected]) => {
        if (unexpected !== undefined) throw new UsageError(`Unexpected argument «${unexpected}»`);
        (await import('#server/main.ts')).run();
        return 0;
      },
    }),
  ],
  'check-settings': ['check the settings without a start', () => import('./check-settings.ts')],
  staff: ['staff accounts of the desk', () => import('./staff.ts')],
  import: [
    'import signals of a vehicle, and link it to accounts',
    async () => ({ ...(await import('./import/help.ts')), ...(await import('./import.ts')) }),
  ],
  'erase-vehicle': ['erase a vehicle with its data', () => import('./erase-vehicle.ts')],
  backup: ['back up the embedded database and files', () => import('./backup.ts')],
  restore: ['restore a backup', () => import('./restore.ts')],
  verify: ['compare database, files and reports with the chain', () => import('./verify.ts')],
  audit: ['verify the audit log', () => import('./audit.ts')],
  sweep: ['move unreferenced files to the trash', () => import('./sweep.ts')],
  'event-log': ['export histories for process mining', () => import('./event-log.ts')],
  'backend-check': ['check a car maker’s back end', () => import('./backend-check.ts')],
  'sample-backend': ['serve a sample back end', () => import('./sample-backend.ts')],
};

const help = `Commands of the vehicle data access portal.

${Object.entries(commands)
  .map(([name, [about]]) => `  portal ${name.padEnd(16)} ${about}\n`)
  .join('')}
portal COMMAND --help describes a command; portal --version prints the version.
`;

export async function runPortal(
  [name, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
): Promise<number> {
  const { stdout, stderr } = console;
  const isAsked = (...options: string[]) =>
    [name, ...args].some((arg) => arg !== undefined && options.includes(arg));
  if (isAsked('--version')) {
    stdout.write(versionText());
    return 0;
  }
  const [, load] = Object.hasOwn(commands, name ?? '') ? (commands[name ?? ''] ?? []) : [];
  if (load) {
    const tool = await load();
    if (!isAsked('--help', '-h')) return statusOf(console, () => tool.run(args, env, console));
    stdout.write(tool.help);
    return 0;
  }
  if (name === undefined || isAsked('--help', '-h')) {
    stdout.write(help);
    return 0;
  }
  const nearest = nearestName(name, Object.keys(commands));
  const hint = nearest ? `; did you mean ${nearest}?` : '';
  stderr.write(`Unknown command «${name}»${hint}\nSee portal --help.\n`);
  return 2;
}

/** Prints an expected error and returns 2 for a {@link UsageError}, otherwise 1; rethrows others. */
async function statusOf({ stderr }: Console, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isUsage = error instanceof UsageError;
    stderr.write(`${error.message}\n${isUsage ? 'See --help.\n' : ''}`);
    return isUsage ? 2 : 1;
  }
}

/** Unreadable folders, full disks and unreachable servers are not bugs. */
const isExpected = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof ToolError ||
  error instanceof SettingError ||
  error instanceof StoreUnavailable ||
  isStorageFull(error) ||
  (error instanceof Error && 'syscall' in error);

if (import.meta.main) {
  process.stdout.on('error', endOnClosedPipe);
  // A portal on the same machine has priority.
  if (process.argv[2] === 'import') lowerPriority();
  // A running server sets the exit status itself.
  const status = await runPortal(process.argv.slice(2), process.env, process);
  if (status !== 0) process.exitCode = status;
}
