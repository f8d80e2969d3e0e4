import { readdirSync, readFileSync } from 'node:fs';
import { limits } from '#contract/settings.ts';
import { settings } from '#server/platform/config/config.ts';
import { generousLimits } from '../generous-limits.ts';
import type { ServerProcess } from '../server-process.ts';

const { SAMPLE_APPLICATIONS: _, ...limited } = generousLimits;

/** The product's limits of codes and files, for `startServer`, without sample applications. */
export const productLimits = {
  CODES_IN_ALL: String(settings.parse({}).CODES_IN_ALL),
  ...Object.fromEntries(
    (Object.keys(limited) as (keyof typeof limited)[]).map((name) => [name, String(limits[name])]),
  ),
};

export const openFiles = ({ pid }: Pick<ServerProcess, 'pid'>) =>
  readdirSync(`/proc/${pid}/fd`).length;

/** `TCP_ESTABLISHED` in /proc/net/tcp. */
const ESTABLISHED = '01';

/** Counts the open connections from an IPv4 address to a port of this machine. */
export function openConnections(network: string, port: number): number {
  const toHex = (number: number, digits: number) =>
    number.toString(16).toUpperCase().padStart(digits, '0');
  const address = network.split('.').map(Number).toReversed();
  const remote = `${address.map((part) => toHex(part, 2)).join('')}:`;
  const local = `:${toHex(port, 4)}`;
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, own, other, state]) =>
        state === ESTABLISHED && own?.endsWith(local) && other?.includes(remote),
    ).length;
}
