import { resolve } from 'node:path';

// What Node makes of sources is kept for the processes to come: they start in two thirds of the time.
process.env.NODE_COMPILE_CACHE ??= resolve(
  import.meta.dirname,
  '../node_modules/.cache/node-compile-cache',
);

/** Environment of a process that has nothing else of this one's: where programs and caches are. */
export const bareEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
});
