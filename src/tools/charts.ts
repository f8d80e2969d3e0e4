import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineName } from '#charts/words/chart-words.ts';
import { chartOf } from '#lib/statechart/drawing/chart.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { type ChartsArguments, readArguments } from './charts/arguments.ts';
import { catalogueChart } from './charts/chart.ts';
import { formats } from './charts/formats.ts';
import { help } from './charts/help.ts';
import { isMachineFile, namedMachines } from './machines/named-machines.ts';
import { runTool, UsageError } from './usage.ts';

await runTool(async () => {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await run(wanted);
  else process.stdout.write(help);
});

async function run({ named, format, detail, language, out }: ChartsArguments): Promise<void> {
  const { extension, write } = formats[format];
  const isFile = isMachineFile(named[0]);
  const machines = await namedMachines(named, undefined);
  if (out === null && machines.length > 1)
    throw new UsageError(`${named[0]} has several machines: name a folder with --out`);
  for (const { name, machine } of machines) {
    const chart = isFile
      ? await chartOf(machineGraph(machine), { name, language, detail })
      : await catalogueChart(name as MachineName, language, { detail });
    const content = await write(chart);
    if (out === null) process.stdout.write(content);
    else keep(out, `${name}.${language}.${extension}`, content);
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
