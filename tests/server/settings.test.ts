import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { settings } from '#server/config.ts';

const DAY = 86_400_000;

test('the README documents every setting, with its default', async () => {
  const defaults: Record<string, unknown> = settings.parse({});
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const given = defaults[name];
    const value = name.endsWith('_DAYS') ? Number(given) / DAY : given;
    const shown = value === undefined ? '' : `\`${value}\``;
    return `| \`${name}\` | ${shown} | ${z.globalRegistry.get(schema)?.description} |`;
  });
  const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
  expect(await readFile('README.md', 'utf8')).toContain(table);
});
