import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * Tables of calls: those of every page, those about a third party's delivery, and those of the desk
 * and the charts.
 */
const tables = {
  'virtual:call-addresses': (at: string) => !isOfStaff(at) && !isOfDelivery(at),
  'virtual:delivery-call-addresses': isOfDelivery,
  'virtual:staff-call-addresses': isOfStaff,
};

/**
 * Gives the browser the contract's tables of calls without their schemas: method, path and kind. A
 * page that checks a form imports that form's schema; the others do without the validator.
 */
export function callAddresses(): Plugin {
  return {
    name: 'call-addresses',
    resolveId: (source) => (source in tables ? `\0${source}` : null),
    load: {
      filter: { id: /^\0virtual:((staff|delivery)-)?call-addresses$/ },
      async handler(id) {
        const belongs = tables[id.slice(1) as keyof typeof tables];
        const file = path.resolve(import.meta.dirname, '../../contract/endpoints.ts');
        const { endpoints } = (await import(pathToFileURL(file).href)) as {
          endpoints: Record<string, Endpoint>;
        };
        const addresses = Object.entries(endpoints)
          .filter(([, { path: at }]) => belongs(at))
          .map(([name, { method, path: at, kind }]) => [name, { method, path: at, kind }]);
        return `export const addresses = ${JSON.stringify(Object.fromEntries(addresses))};`;
      },
    },
  };
}

function isOfDelivery(at: string): boolean {
  return at.startsWith('/server/uc-client/delivery/');
}

function isOfStaff(at: string): boolean {
  return /^\/server\/(desk|charts)\//.test(at);
}
