import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartsArguments, readArguments } from './charts/arguments.ts';
import { catalogueChart } from './charts/chart.ts';
import { formats } from './charts/formats.ts';
import { help } from './charts/help.ts';
import { runTool, UsageError } from './usage.ts';

await runTool(async () => {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await run(wanted);
  else process.stdout.write(help);
});

async function run({ machines, format, language, out }: ChartsArguments): Promise<void> {
  const { extension, write } = formats[format];
  for (const machine of machines) {
    const content = await write(await catalogueChart(machine, language));
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
    throw new UsageError(`--out ${folder}: ${(error as Error).message}`);
  }
}
