import { readConfig } from '#server/platform/config/config.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import type { BackendTimes } from '#server/vehicles/ask-backend.ts';
import { type BackendLocation, backendLocation } from '#server/vehicles/backend-access.ts';
import type { Breach } from '#server/vehicles/backend-error.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import { checkBackend } from './backend/check-backend.ts';
import type { Finding } from './backend/finding.ts';
import { backendOpenapi } from './backend/openapi.ts';
import type { Console } from './console.ts';
import { parsed, UsageError } from './usage.ts';

const help = `Exercises a car maker's back end as the portal does and says what is wrong with it.

  npm run backend-check -- http://127.0.0.1:4100 --email owner@example.eu

  --email ADDRESS         an account that has a vehicle
  --vehicle ID            the vehicle to ask about; the first of the list when left out
  --from and --to TIME    of the data, ISO 8601; the last day with data when left out
  --silence SECONDS       60 as in the portal
  --total SECONDS         3600 as in the portal
  --openapi               prints the calls as OpenAPI 3.1 and ends

Tokens and certificates come from VEHICLE_BACKEND_TOKEN and its kin, as in the portal.

Ends with 0 when all is as agreed, 1 when something is wrong, 2 for a wrong command line. A line holds
no values of the data. src/docs/vehicle-backend.md describes the calls.
`;

/** Names of faults, in the words of who has to mend them. */
const faultTexts: Record<Breach | 'contradiction', string> = {
  away: 'not reached, or answered with an error',
  silent: 'stalls: nothing came for too long',
  tooSlow: 'too slow in all',
  cutOff: 'cut off before its end',
  notAgreed: 'not the form that is agreed',
  lineTooLong: 'floods: a line is too long',
  tooMuch: 'floods: too many entries',
  wrongType: 'a value of the wrong type',
  wrongUnit: 'another unit than agreed',
  outOfRange: 'a value that its signal cannot have',
  outOfOrder: 'not oldest first',
  outOfTime: 'data of another time than asked for',
  wrongCount: 'another number of rows than its last line says',
  contradiction: 'two answers contradict each other',
};

const options = {
  help: { type: 'boolean' },
  openapi: { type: 'boolean' },
  email: { type: 'string' },
  vehicle: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  silence: { type: 'string', default: '60' },
  total: { type: 'string', default: '3600' },
} as const;

/** `npm run backend-check`. Answers the number it ends with. */
export async function runBackendCheck(
  args: readonly string[],
  console: Console,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  const { stdout, stderr } = console;
  try {
    const { values, positionals } = parsed({ args: [...args], options, allowPositionals: true });
    if (values.openapi) stdout.write(`${JSON.stringify(backendOpenapi(), null, 2)}\n`);
    else if (values.help) stdout.write(help);
    else {
      const trial = {
        email: values.email,
        vehicleId: values.vehicle,
        range: rangeOf(values),
        now: Date.now(),
      };
      const source = backendSource(locationOf(addressOf(positionals), env), timesOf(values));
      return await report(checkBackend(source, trial), console);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SettingError)) throw error;
    stderr.write(`${error.message}\nSee --help.\n`);
    return 2;
  }
}

async function report(findings: AsyncIterable<Finding>, { stdout }: Console): Promise<number> {
  let wrong = 0;
  for await (const { step, isFine, fault, detail } of findings) {
    const mark = isFine === null ? 'not tried' : isFine ? 'ok' : 'WRONG';
    const named = fault === null ? '' : `${fault} (${faultTexts[fault]}): `;
    stdout.write(`${mark.padEnd(10)} ${step}: ${named}${detail.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    if (isFine === false) wrong++;
  }
  stdout.write(wrong === 0 ? 'All that was tried is as agreed.\n' : `${wrong} wrong.\n`);
  return wrong === 0 ? 0 : 1;
}

function addressOf([address, more]: readonly string[]): string {
  if (address === undefined || more !== undefined) throw new UsageError('Name one address');
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isWeb) throw new UsageError(`«${address}» is no http address`);
  return address;
}

/** The address with what the settings of the portal have beside it: tokens, certificates. */
function locationOf(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): BackendLocation {
  const own = Object.entries(env).filter(([key]) => key.startsWith('VEHICLE_BACKEND_'));
  const config = readConfig({ ...Object.fromEntries(own), VEHICLE_BACKEND_URL: url });
  return backendLocation(config) ?? { url };
}

function rangeOf({ from, to }: { from?: string; to?: string }): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const range = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') };
  if (range.from < range.to) return range;
  throw new UsageError('--from and --to are two times in ISO 8601, the earlier first');
}

function timesOf(given: { silence: string; total: string }): BackendTimes {
  const [silence = 0, total = 0] = [given.silence, given.total].map((text) => Number(text) * 1000);
  if (!(silence > 0 && total > 0)) throw new UsageError('--silence and --total are seconds');
  return { silence, total, brief: Math.min(10_000, total) };
}

if (import.meta.main)
  process.exitCode = await runBackendCheck(process.argv.slice(2), process, process.env);
