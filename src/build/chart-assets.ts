import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { ChartAsset, Variant } from '#charts/picture/use-chart.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { Language } from '#contract/languages.ts';
import type { Chart } from '#lib/statechart/drawing/lay-out.ts';

const index = 'virtual:chart-assets';
const assetId = /^\0chart:([\w-]+)\/(\w+)(?:\/(\w+))?$/;

/** Imports a module by URL, because Vite's bundle of its configuration does not contain it. */
const load = (file: string) => import(pathToFileURL(path.resolve(import.meta.dirname, file)).href);
const loadCharts = (): Promise<typeof import('#testing/charts/catalogue-chart.ts')> =>
  load('../testing/charts/catalogue-chart.ts');

/**
 * Computes the layout of every machine in every language during the build, as one script each. The
 * browser needs no layout engine, and a page loads only the picture that it shows.
 */
export function chartAssets(): Plugin {
  return {
    name: 'chart-assets',
    resolveId(id) {
      if (id === index) return `\0${index}`;
      return id.startsWith('chart:') ? `\0${id}` : null;
    },
    load: {
      filter: { id: /^\0(virtual:chart-assets|chart:.*)$/ },
      async handler(id) {
        const match = assetId.exec(id);
        if (!match) return indexModule();
        const { catalogueChart, variants } = await loadCharts();
        const [, machine, language, variant] = match as unknown as AssetId;
        const options = variant ? variants[variant](language) : {};
        const json = JSON.stringify(asset(await catalogueChart(machine, language, options)));
        // `JSON.parse` is faster than evaluating an object literal of this size.
        return `export default JSON.parse(${JSON.stringify(json)});`;
      },
    },
  };
}

const asset = ({ name, language, labels, graph, layout }: Chart): ChartAsset => {
  const { title, purpose } = labels;
  return { machine: name, title, purpose, language, graph, layout };
};

type AssetId = [match: string, MachineName, Language, variant?: Variant];

async function indexModule(): Promise<string> {
  const { FIGURED, variants } = await loadCharts();
  const { catalogue }: typeof import('#machines/catalogue.ts') = await load(
    '../../machines/catalogue.ts',
  );
  const { languageCodes }: typeof import('#contract/languages.ts') = await load(
    '../contract/languages.ts',
  );
  const lines = Object.keys(catalogue).flatMap((machine) =>
    languageCodes.map(
      (language) =>
        `${JSON.stringify(`${machine}/${language}`)}: () => import('chart:${machine}/${language}'),`,
    ),
  );
  for (const language of languageCodes)
    for (const variant of Object.keys(variants)) {
      const key = `${FIGURED}/${language}/${variant}`;
      lines.push(`${JSON.stringify(key)}: () => import('chart:${key}'),`);
    }
  const runsIn = Object.entries(catalogue).map(([name, machine]) => [name, machine.runsIn]);
  return `export const machines = ${JSON.stringify(Object.fromEntries(runsIn))};
export const charts = {\n${lines.join('\n')}\n};`;
}
