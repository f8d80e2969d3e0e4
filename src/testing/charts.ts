import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineName } from '#charts/words/chart-words.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { chartOf } from '#lib/statechart/drawing/chart.ts';
import { details } from '#lib/statechart/drawing/chart-lines.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { oneOf, parsed, runTool, UsageError } from '#tools/usage.ts';
import { catalogueChart } from './charts/chart.ts';
import { formatNames, formats } from './charts/formats.ts';
import { isMachineFile, namedMachines } from './machines/named-machines.ts';

const help = `Draws the product's machines, or those of a file, as they run.

  npm run charts -- <machine|all> [options]
  npm run charts -- ./my.machine.ts [options]   every machine of XState v5 that the file exports

  npm run --silent charts -- application > application.svg
  npm run charts -- all --format svg --lang fr --out charts
  npm run charts -- login --format png --out charts

Machines: ${Object.keys(catalogue).join(', ')}

  --format FORMAT  ${formatNames.join(', ')} (default: svg)
                   svg: light, dark or print, as its reader has it. png: drawn by Chromium.
                   html: the picture with its tables in one file. pdf: the same, printed by
                   Chromium on A4 landscape or the smallest sheet on which every word is 7 pt or
                   larger.
  --detail DETAIL  ${details.join(', ')} (default: senders)
                   words: states and events. senders: also who sends them. guards: also names,
                   status codes, guards and effects.
  --lang LANGUAGE  ${Object.keys(languages).join(', ')} (default: en)
  --out DIR        write <machine>.<language>.<format> there instead of standard output

Exit status: 0; 2 a wrong machine, option or value, or no Chromium for a PNG or PDF.
`;

await runTool(async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      format: { type: 'string', default: 'svg' },
      detail: { type: 'string', default: 'senders' },
      lang: { type: 'string', default: 'en' },
      out: { type: 'string' },
    },
  });
  const { out } = values;
  const [first] = positionals;
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const format = oneOf('--format', values.format, formatNames);
  const language = oneOf('--lang', values.lang, languageCodes);
  const detail = oneOf('--detail', values.detail, details);
  if (out === undefined && first === 'all')
    throw new UsageError('all machines are several files: name a folder with --out');
  if (out === undefined && (format === 'png' || format === 'pdf'))
    throw new UsageError(`--format ${format} is not text: name a folder with --out`);
  const machines = await namedMachines(positionals, undefined);
  if (out === undefined && machines.length > 1)
    throw new UsageError(`${first} has several machines: name a folder with --out`);
  const { extension, write } = formats[format];
  for (const { name, machine } of machines) {
    const chart = isMachineFile(first)
      ? await chartOf(machineGraph(machine), { name, language, detail })
      : await catalogueChart(name as MachineName, language, { detail });
    const content = await write(chart);
    if (out === undefined) process.stdout.write(content);
    else writeTo(out, `${name}.${language}.${extension}`, content);
  }
});

function writeTo(folder: string, name: string, content: string | Buffer): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    process.stderr.write(`${join(folder, name)}\n`);
  } catch (error) {
    throw new UsageError(`--out ${folder}: ${(error as Error).message}`);
  }
}
