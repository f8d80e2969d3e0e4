import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { NONCE_MARK, PAGE_FILES } from '#contract/built-pages.ts';
import { type Language, languageCodes } from '#contract/languages.ts';

import { linkedFiles } from './page-files.ts';

type Prerender = typeof import('../prerender.tsx');

/**
 * Writes the static pages as HTML in every language (`dist/pages/right.customer.fr.html`), so that
 * they can be read before any script runs. Also writes the list of every page's files, which the
 * server links in the documents. `plugins` creates the Vite plugins for the sources.
 */
export function prerenderPages(plugins: () => PluginOption[]): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler(_, bundle) {
        const document = await readFile(path.join(folder, 'index.html'), 'utf8');
        await mkdir(path.join(folder, 'pages'), { recursive: true });
        await writeFile(path.join(folder, PAGE_FILES), JSON.stringify(linkedFiles(bundle)));
        await withPrerender(root, plugins(), async ({ render, pages, sizeVariables }) => {
          for (const address of Object.keys(pages)) {
            for (const language of languageCodes) {
              const page = inLanguage(
                withFonts(document, language, bundle),
                language,
                await render(address, language),
                sizeVariables,
              );
              const name = `${address.slice(1).replaceAll('/', '.')}.${language}.html`;
              await writeFile(path.join(folder, 'pages', name), page);
            }
          }
        });
      },
    },
  };
}

function inLanguage(
  document: string,
  language: Language,
  rendered: string,
  variables: string,
): string {
  const { content, rules } = stylesToRules(rendered);
  return document
    .replace('<html lang="en"', `<html lang="${language}" data-mantine-color-scheme="light"`)
    .replace('</head>', `<style nonce="${NONCE_MARK}">:root{${variables}}${rules}</style></head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);
}

async function withPrerender(
  root: string,
  plugins: PluginOption[],
  use: (prerender: Prerender) => Promise<void>,
): Promise<void> {
  const cache = path.resolve(root, '../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(path.join(cache, 'prerender-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins,
      build: { ssr: 'prerender.tsx', outDir, emptyOutDir: true, target: 'node24' },
    });
    await use((await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)) as Prerender);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Preloads the font files that the texts of a language need. */
function withFonts(document: string, language: Language, bundle: Rolldown.OutputBundle): string {
  const links = Object.keys(bundle)
    .filter(
      (name) => name.includes('latin-wght') || (language === 'pl' && name.includes('latin-ext')),
    )
    .map(
      (name) =>
        `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${name}">`,
    );
  return document.replace('</head>', `${links.join('')}</head>`);
}

interface Styled {
  content: string;
  rules: string;
}

/**
 * Moves style attributes, which the content security policy forbids, into rules for a style
 * element. Expects HTML rendered by React, which escapes quotation marks in text.
 */
function stylesToRules(content: string): Styled {
  const styles: string[] = [];
  const marked = content.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (/[&<]/.test(style)) throw new Error(`A style attribute contains an entity: ${style}`);
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  // The ID gives the rules a higher specificity than class rules, as style attributes have.
  const rules = styles.map((style, index) => `#root [data-style="${index}"]{${style}}`);
  return { content: marked, rules: rules.join('') };
}
