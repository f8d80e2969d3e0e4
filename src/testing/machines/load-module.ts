import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { UsageError } from '#tools/usage.ts';

const TYPESCRIPT = /\.[cm]?tsx?$/;
/** What a bundler adds to `./other`, `./other.js` or `./folder`. */
const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

let areHooked = false;

/**
 * Imports a module that may have been written for a bundler: JSX, enums, types imported as if they
 * were values, and files named without their extension.
 * @throws {UsageError} with what Node says
 */
export async function loadModule(file: string): Promise<Record<string, unknown>> {
  if (!areHooked) registerHooks({ resolve: resolveAsBundlers, load: loadTransformed });
  areHooked = true;
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message}`);
  }
}

type Hooks = Parameters<typeof registerHooks>[0];

const resolveAsBundlers: NonNullable<Hooks['resolve']> = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!/^\.{1,2}(\/|$)/.test(specifier)) throw error;
    const base = specifier.replace(/\.js$|\/$/, '');
    for (const ending of endings)
      try {
        return next(`${base}${ending}`, context);
      } catch {
        // The next ending is tried; when all fail, the first error says more.
      }
    throw error;
  }
};

const loadTransformed: NonNullable<Hooks['load']> = (url, context, next) => {
  const isTypeScript = url.startsWith('file:') && TYPESCRIPT.test(url);
  if (!isTypeScript || url.includes('/node_modules/')) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    tsconfig: false,
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { format: 'module', source: code, shortCircuit: true };
};
