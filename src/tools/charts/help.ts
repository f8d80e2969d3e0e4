import { languages } from '#contract/languages.ts';
import { details } from '#lib/statechart/drawing/chart-lines.ts';
import { catalogue } from '#machines/catalogue.ts';
import { formatNames } from './formats.ts';

export const help = `Draws the product's machines, or those of a file, as they run.

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
