#!/usr/bin/env node
// `npx --package=/path/to/this/project statechart paths ./my.machine.ts`: starts a tool with the
// project's Node in the caller's folder. In JavaScript, because an older Node may run it.
const { spawnSync } = require('node:child_process');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');
const [tool, ...args] = process.argv.slice(2);
const tools = ['paths', 'simulate', 'mutate', 'charts', 'coverage'];
if (!tools.includes(tool)) {
  console.error(`statechart ${tools.join('|')} …; see --help of each`);
  process.exit(2);
}
const isNew = Number(process.versions.node.split('.')[0]) >= 24;
const node = isNew ? process.execPath : join(root, 'node_modules/.bin/node');
const { status } = spawnSync(node, [join(root, `src/testing/${tool}.ts`), ...args], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
