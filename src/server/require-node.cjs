// Runs before everything else (`node -r`), so its syntax must suit any version of Node.
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed; this is Node ${process.versions.node} (${process.execPath}).`,
  );
  process.exit(1);
}

// Types are stripped from a release: without the stripper, each thread needs 15 MB less.
if (require('../../package.json').typesStripped) {
  const { readFileSync } = require('node:fs');
  require('node:module').registerHooks({
    load: (url, context, next) =>
      /^file:.*\.ts$/.test(url)
        ? { format: 'module', source: readFileSync(new URL(url), 'utf8'), shortCircuit: true }
        : next(url, context),
  });
} else {
  // The compile cache shortens the next start by a quarter.
  const { enableCompileCache } = require('node:module');
  enableCompileCache(`${__dirname}/../../node_modules/.cache/node-compile-cache`);
}
