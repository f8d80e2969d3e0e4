import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (name: string) => readFile(`src/docs/${name}`, 'utf8');

test('each alert rule has its page in operate.md, with the same expression', async () => {
  const rules = (await read('alerts.yml')).matchAll(
    /alert: (\w+)\n\s+expr: '(.+)'(?:\n\s+for: \w+)?\n\s+annotations: \{ summary: (.+) \}/g,
  );
  const runbook = await read('operate.md');
  const named = [...rules].map(([, name, expression, page]) => ({ name, expression, page }));
  expect(named).toHaveLength([...(await read('alerts.yml')).matchAll(/alert:/g)].length);
  for (const { expression, page } of named)
    expect(runbook).toContain(`## ${page}\n\n\`${expression}\``);
  // Every expression of the runbook is a rule.
  const pages = [...runbook.matchAll(/^## .+\n\n`(?!\/)[^`]+`/gm)];
  expect(pages).toHaveLength(named.length);
  // And the rules' own test expects each to fire.
  const tested = await read('alerts.test.yml');
  for (const { name } of named) expect(tested).toContain(`alertname="${name}"`);
});
