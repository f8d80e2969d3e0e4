// Loaded before anything else (`node -r`), in JavaScript of old, so that a Node which cannot read
// the sources says so in words.
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed; this is Node ${process.versions.node} (${process.execPath}).`,
  );
  process.exit(1);
}

// A release has its types taken out: what Node would load in every thread to do that, 15 MB or more
// each, is left out.
if (require('../../package.json').typesStripped) {
  const { readFileSync } = require('node:fs');
  require('node:module').registerHooks({
    load: (url, context, next) =>
      /^file:.*\.ts$/.test(url)
        ? { format: 'module', source: readFileSync(new URL(url), 'utf8'), shortCircuit: true }
        : next(url, context),
  });
} else {
  // What Node makes of sources is kept for the next start, which is a quarter shorter.
  const { enableCompileCache } = require('node:module');
  enableCompileCache(`${__dirname}/../../node_modules/.cache/node-compile-cache`);
}
