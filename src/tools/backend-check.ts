import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import type { BackendTimes } from '#server/vehicles/ask-backend.ts';
import { type BackendLocation, backendLocation } from '#server/vehicles/backend-access.ts';
import { backendLiveSource } from '#server/vehicles/backend-live.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import { checkBackend, type Finding } from './backend/check-backend.ts';
import { type Command, parsed, UsageError } from './usage.ts';

export const help = `Checks a car maker's back end with the requests that the portal sends.

  portal backend-check http://127.0.0.1:4100 --email owner@example.eu

  --email ADDRESS         an account with a vehicle
  --vehicle ID            vehicle to request (default: the first of the list)
  --from and --to TIME    range of the data, ISO 8601 (default: the last day with data)
  --silence SECONDS       timeout between two parts of a response (default: 60, as in the portal)
  --total SECONDS         timeout of a response (default: 3600, as in the portal)
  --openapi               print the API as OpenAPI 3.1 and exit

Tokens and certificates come from the VEHICLE_BACKEND_… settings of the portal. Values of the data
are never printed. src/docs/vehicle-backend.md describes the API.

Exit status: 0 no problems found; 1 problems found; 2 invalid option or address.
`;

const OPENAPI = join(import.meta.dirname, '../docs/vehicle-backend.openapi.json');

const faultTexts: Record<Exclude<Finding['fault'], 'notTried' | null>, string> = {
  away: 'unreachable, or an error response',
  silent: 'stalls: no data until the timeout',
  tooSlow: 'slower than the timeout of a response',
  cutOff: 'incomplete response',
  notAgreed: 'does not match the API',
  lineTooLong: 'floods: a line is too long',
  tooMuch: 'floods: too many entries',
  wrongType: 'a value of the wrong type',
  wrongUnit: 'a unit that differs from the catalogue',
  outOfRange: 'a value out of the range of its signal',
  outOfOrder: 'not oldest first',
  outOfTime: 'data outside the requested time',
  wrongCount: 'number of rows differs from the last line',
  contradiction: 'two responses contradict each other',
};

const options = {
  openapi: { type: 'boolean' },
  email: { type: 'string' },
  vehicle: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  silence: { type: 'string', default: '60' },
  total: { type: 'string', default: '3600' },
} as const;

export const run: Command = async (args, env, { stdout }) => {
  const { values, positionals } = parsed({ args, options, allowPositionals: true });
  if (values.openapi) {
    stdout.write(await readFile(OPENAPI, 'utf8'));
    return 0;
  }
  const { email, vehicle: vehicleId } = values;
  const trial = { email, vehicleId, range: rangeOf(values), now: Date.now() };
  const location = locationOf(addressOf(positionals), env);
  const source = backendSource(location, timesOf(values));
  const live = backendLiveSource(location, Date.now, timesOf(values));
  let wrong = 0;
  for await (const { step, fault, detail } of checkBackend(source, live, trial)) {
    const isWrong = fault !== null && fault !== 'notTried';
    const mark = isWrong ? 'WRONG' : fault === null ? 'ok' : 'not tried';
    const named = isWrong ? `${fault} (${faultTexts[fault]}): ` : '';
    stdout.write(`${mark.padEnd(10)} ${step}: ${named}${detail.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    if (isWrong) wrong++;
  }
  stdout.write(wrong === 0 ? 'No problems found.\n' : `${wrong} problems found.\n`);
  return wrong === 0 ? 0 : 1;
};

function addressOf([address, more]: readonly string[]): string {
  if (address === undefined || more !== undefined)
    throw new UsageError('Name exactly one URL of a back end');
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isWeb) throw new UsageError(`«${address}» is not an HTTP URL`);
  return address;
}

function locationOf(url: string, env: NodeJS.ProcessEnv): BackendLocation {
  const own = Object.entries(env).filter(([key]) => key.startsWith('VEHICLE_BACKEND_'));
  const config = readConfig({ ...Object.fromEntries(own), VEHICLE_BACKEND_URL: url });
  return backendLocation(config) ?? { url };
}

function rangeOf({ from, to }: { from?: string; to?: string }): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const range = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') };
  if (range.from < range.to) return range;
  throw new UsageError('--from and --to must be times in ISO 8601, the earlier one first');
}

function timesOf(seconds: { silence: string; total: string }): BackendTimes {
  const [silence = 0, total = 0] = [seconds.silence, seconds.total].map(
    (text) => Number(text) * 1000,
  );
  if (!(silence > 0 && total > 0))
    throw new UsageError('--silence and --total must be positive numbers of seconds');
  return { silence, total, brief: Math.min(10_000, total) };
}
