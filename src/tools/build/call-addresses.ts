import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';

const id = 'virtual:call-addresses';

/**
 * Gives the browser the contract's table of calls without their schemas: method, path and kind. A
 * page that checks a form imports that form's schema; the others do without the validator.
 */
export function callAddresses(): Plugin {
  return {
    name: 'call-addresses',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: {
      filter: { id: new RegExp(`^\0${id}$`) },
      async handler() {
        const file = path.resolve(import.meta.dirname, '../../contract/endpoints.ts');
        const { endpoints } = (await import(pathToFileURL(file).href)) as {
          endpoints: Record<string, Endpoint>;
        };
        const addresses = Object.entries(endpoints).map(([name, { method, path: at, kind }]) => [
          name,
          { method, path: at, kind },
        ]);
        return `export const addresses = ${JSON.stringify(Object.fromEntries(addresses))};`;
      },
    },
  };
}
