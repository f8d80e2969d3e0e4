import { resolve } from 'node:path';

// Caches compiled sources: later processes start in two thirds of the time.
process.env.NODE_COMPILE_CACHE ??= resolve(
  import.meta.dirname,
  '../node_modules/.cache/node-compile-cache',
);

/**
 * Minimal environment of a child process: the paths of programs and caches, and the variables of
 * faketime (`faketime -f +460d npm test`).
 */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME)/.test(name)),
  ),
});
