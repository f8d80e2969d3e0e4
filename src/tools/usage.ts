import { writeFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Problem with a command line, in words for the person who typed it. */
export class UsageError extends Error {}

/**
 * Runs a tool. A {@link UsageError} becomes one clear line and exit status 2; a reader that has had
 * enough (`| head`) ends it without a word.
 */
export async function runTool(run: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', endOnClosedPipe);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nSee --help.\n`);
    process.exitCode = 2;
  }
}

function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

/**
 * `parseArgs` of Node.
 * @throws {UsageError} in its words
 */
export function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** @throws {UsageError} that names the option and what is known */
export function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`${option} «${value}» is not known; known are: ${known.join(', ')}`);
  return found;
}

/**
 * The machines that a command line names: one, or `all`.
 * @throws {UsageError} when it names none, several, or one that there is not
 */
export function machinesOf<T extends string>(
  [name, more]: readonly string[],
  known: readonly T[],
): readonly T[] {
  if (name === undefined) throw new UsageError(`which machine? all, ${known.join(', ')}`);
  if (more !== undefined) throw new UsageError(`${more}: one machine at a time, or all`);
  return name === 'all' ? known : [oneOf('machine', name, known)];
}

/**
 * Writes the file that an option names.
 * @throws {UsageError} that names the option, with what the disk said
 */
export function writeNamed(option: string, file: string, content: string): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new UsageError(`${option} ${file}: ${(error as Error).message}`);
  }
}
