import { readFileSync, writeFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Console {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export type Command = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  console: Console,
) => Promise<number>;

export class UsageError extends Error {}

export class ToolError extends Error {}

export function printHelpIfAsked(help: string): void {
  const isAsked = (...options: string[]) =>
    process.argv.slice(2).some((arg) => options.includes(arg));
  if (isAsked('--version')) process.stdout.write(versionText());
  else if (isAsked('--help', '-h')) process.stdout.write(help);
  else return;
  process.exit();
}

export function versionText(): string {
  const file = new URL('../../package.json', import.meta.url);
  const { name, version, release = version } = JSON.parse(readFileSync(file, 'utf8'));
  return `${name} ${release}\n`;
}

/** For a {@link UsageError}, prints it and sets exit status 2. A closed pipe ends silently. */
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

export function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

export function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Like {@link parsed}, for scripts without {@link runTool}: an error exits with status 2. */
export function parsedOrExit<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nSee --help.\n`);
    process.exit(2);
  }
}

export function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`unknown ${option} «${value}»; known: ${known.join(', ')}`);
  return found;
}

export function machinesOf<T extends string>(
  [name, more]: readonly string[],
  known: readonly T[],
): readonly T[] {
  if (name === undefined) throw new UsageError(`name a machine: all, ${known.join(', ')}`);
  if (more !== undefined) throw new UsageError(`${more}: one machine at a time, or all`);
  return name === 'all' ? known : [oneOf('machine', name, known)];
}

export function writeNamed(option: string, file: string, content: string): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new UsageError(`${option} ${file}: ${(error as Error).message}`);
  }
}
