import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { launchChromium, NoChromium } from '#build/browser/find-chromium.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { NoFont, pdf, png } from '#lib/statechart/chart-formats/in-chromium.ts';
import { mermaid } from '#lib/statechart/chart-formats/mermaid.ts';
import { standaloneSvg } from '#lib/statechart/chart-formats/svg.ts';
import { type Chart, ChartTooLarge, chartOf } from '#lib/statechart/drawing/lay-out.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { oneOf, parsed, UsageError } from '#tools/usage.ts';
import { catalogueChart } from './charts/catalogue-chart.ts';
import { isMachineFile, namedMachines, runMachineTool } from './machines/named-machines.ts';

const formats = {
  svg: ({ layout }) => `${standaloneSvg(layout)}\n`,
  png: (chart) => drawInChromium(png, chart),
  mermaid,
  pdf: (chart) => drawInChromium(pdf, chart),
} satisfies Record<string, (chart: Chart) => string | Promise<Buffer>>;
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

const help = `Draws the product's machines, or those of a file.

  npm run charts -- <machine|all> [options]
  npm run charts -- ./my.machine.ts [options]   every XState v5 machine that the file exports

  npm run --silent charts -- application > application.svg
  npm run charts -- all --format svg --lang fr --out charts
  npm run charts -- login --format png --out charts

Machines: ${Object.keys(catalogue).join(', ')}

  --format FORMAT  ${formatNames.join(', ')} (default: svg)
                   svg: adapts to light and dark mode and to print. png: drawn by Chromium.
                   pdf: the picture with its tables, printed by Chromium on A4 landscape or the
                   smallest sheet on which every word is 7 pt or larger.
  --lang LANGUAGE  ${Object.keys(languages).join(', ')} (default: en)
  --machine NAME   only this machine of a file that exports several
  --out DIR        write <machine>.<language>.<format> there instead of standard output

Exit status: 0; 2 invalid machine, option or value, or no Chromium for PNG or PDF.
`;

async function drawInChromium(draw: typeof pdf, chart: Chart): Promise<Buffer> {
  const launch = async () => (await launchChromium()).browser;
  try {
    return await draw(chart, { launch, fonts: fontFaces() });
  } catch (error) {
    const isExpected = error instanceof NoChromium || error instanceof NoFont;
    throw isExpected ? new UsageError(error.message) : error;
  }
}

const { resolve } = createRequire(import.meta.url);

/**
 * Embeds the product's font, and one for arrows and other symbols that it lacks, so that charts
 * look the same on every machine. Only Chinese needs a system font.
 */
function fontFaces(): string {
  const style = resolve('@fontsource-variable/atkinson-hyperlegible-next/wght.css');
  const own = readFileSync(style, 'utf8').replace(
    /url\((\S+)\)/g,
    (_, file: string) => `url(${dataUrl(join(dirname(style), file))})`,
  );
  const signs = resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2');
  return `${own}@font-face{font-family:"Noto Sans Math";src:url(${dataUrl(signs)})}`;
}

const dataUrl = (font: string) => `data:font/woff2;base64,${readFileSync(font, 'base64')}`;

/**
 * `mkdirSync` with `recursive` would loop forever for a path such as `/proc/x`, where no folder can
 * be created.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function writeTo(folder: string, name: string, content: string | Buffer): void {
  try {
    makeFolder(folder);
    writeFileSync(join(folder, name), content);
    process.stderr.write(`${join(folder, name)}\n`);
  } catch (error) {
    throw new UsageError(`--out ${folder}: ${(error as Error).message}`);
  }
}

await runMachineTool(help, async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'svg' },
      lang: { type: 'string', default: 'en' },
      machine: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { out } = values;
  const [first] = positionals;
  const format = oneOf('--format', values.format, formatNames);
  const language = oneOf('--lang', values.lang, languageCodes);
  if (out === undefined && first === 'all')
    throw new UsageError('several machines need several files: name a folder with --out');
  if (out === undefined && (format === 'png' || format === 'pdf'))
    throw new UsageError(`--format ${format} is not text: name a folder with --out`);
  const machines = await namedMachines(positionals, undefined, values.machine);
  if (out === undefined && machines.length > 1)
    throw new UsageError(
      `${first} has several machines: name a folder with --out, or one with --machine`,
    );
  const extension = format === 'mermaid' ? 'mmd' : format;
  for (const { name, scenario, module } of machines) {
    const chart = await (isMachineFile(first)
      ? chartOf(machineGraph(scenario.machine), { name, language })
      : catalogueChart(name as MachineName, language)
    ).catch((error) => {
      throw error instanceof ChartTooLarge ? new UsageError(error.message) : error;
    });
    if (chart.layout.isCoarse) process.stderr.write(`${name}: ${chart.labels.headings.coarse}\n`);
    const content = await formats[format](chart);
    if (out === undefined) process.stdout.write(content);
    else writeTo(out, `${module.file}.${language}.${extension}`, content);
  }
});
