import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartsArguments, readArguments } from './charts/arguments.ts';
import { chartOf } from './charts/chart.ts';
import { ChartsError } from './charts/charts-error.ts';
import { formats } from './charts/formats.ts';
import { help } from './charts/help.ts';

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await run(wanted);
  else process.stdout.write(help);
} catch (error) {
  if (!(error instanceof ChartsError)) throw error;
  process.stderr.write(`${error.message}\n--help tells more.\n`);
  process.exitCode = 2;
}

async function run({ machines, format, language, out }: ChartsArguments): Promise<void> {
  const { extension, write } = formats[format];
  for (const machine of machines) {
    const content = await write(await chartOf(machine, language));
    if (out === null) process.stdout.write(content);
    else keep(out, `${machine}.${language}.${extension}`, content);
  }
}

function keep(folder: string, name: string, content: string | Buffer): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    process.stderr.write(`${join(folder, name)}\n`);
  } catch (error) {
    throw new ChartsError(`--out ${folder}: ${(error as Error).message}`);
  }
}
