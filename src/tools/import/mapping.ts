import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ImportError } from './import-error.ts';

const text = z.optional(z.string());

const schema = z.strictObject({
  time: z.optional(z.union([z.string(), z.array(z.string()).check(z.minLength(1))])),
  timeFormat: text,
  arrival: text,
  timezone: text,
  delimiter: text,
  decimal: text,
  thousands: text,
  empty: z.optional(z.array(z.string())),
  encoding: text,
  trim: z.optional(z.boolean()),
  columns: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        signal: z.string(),
        unit: text,
        words: z.optional(z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))),
      }),
    ),
  ),
  leaveOut: z.optional(z.array(z.string())),
  /** Columns of a table with one row per value: for the signal's name, the value and the unit. */
  long: z.optional(z.strictObject({ signal: z.string(), value: z.string(), unit: text })),
});
type Mapping = z.infer<typeof schema>;

export interface FileForm extends Pick<Mapping, 'thousands' | 'trim' | 'long'> {
  delimiter: string;
  decimal: '.' | ',';
  /** Label of the WHATWG Encoding Standard. */
  encoding: string;
}

export const defaultForm: FileForm = { delimiter: ',', decimal: '.', encoding: 'utf-8' };

export function readMapping(path: string | undefined, profileName: string | undefined): Mapping {
  if (profileName !== undefined && !Object.hasOwn(profiles, profileName)) {
    const known = Object.keys(profiles).join(', ');
    throw new ImportError(`unknown --profile ${profileName}; known: ${known}`);
  }
  const profile: Mapping = profiles[profileName ?? ''] ?? {};
  const own = path === undefined ? {} : readFile(path);
  return {
    ...profile,
    ...own,
    columns: { ...profile.columns, ...own.columns },
    leaveOut: [...(profile.leaveOut ?? []), ...(own.leaveOut ?? [])],
  };
}

function readFile(path: string): Mapping {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ImportError(`--mapping ${path} cannot be read: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ImportError(`--mapping ${path}: ${z.prettifyError(parsed.error)}`);
}

export function formOf({ delimiter, decimal, thousands, encoding, trim, long }: Mapping): FileForm {
  const sign = delimiter === 'tab' ? '\t' : (delimiter ?? defaultForm.delimiter);
  if (sign.length !== 1 || /["\r\n]/.test(sign))
    throw new ImportError(`--delimiter «${delimiter}» is neither a single character nor tab`);
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new ImportError(`--decimal «${decimal}» is neither «.» nor «,»`);
  if (thousands !== undefined && !/^[.,'’ \u00a0\u202f]$/.test(thousands))
    throw new ImportError(
      `--thousands «${thousands}» is not one of «.», «,», «'», «’» and a space`,
    );
  if (thousands !== undefined && thousands === (decimal ?? defaultForm.decimal))
    throw new ImportError('--thousands and --decimal are equal');
  return {
    delimiter: sign,
    decimal: decimal ?? defaultForm.decimal,
    thousands,
    encoding: encoding ?? defaultForm.encoding,
    trim,
    long,
  };
}

export type SignalColumn = NonNullable<Mapping['columns']>[string];

export const profiles: Readonly<Record<string, Mapping & { title: string }>> = {
  twizy: {
    title: 'RSK Twizy EV dataset (doi 10.1109/ACCESS.2022.3225643)',
    time: ['Date', 'Time'],
    timeFormat: 'MM/DD/YYYY HH:mm:ss',
    columns: {
      Soc: { signal: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed' },
      Speed: { signal: 'Vehicle.Speed' },
      Mode: {
        signal: 'Vehicle.Powertrain.Transmission.CurrentGear',
        words: { N: 0, D: 1, R: -1 },
      },
      LAT: { signal: 'Vehicle.CurrentLocation.Latitude' },
      LON: { signal: 'Vehicle.CurrentLocation.Longitude' },
      ALT: { signal: 'Vehicle.CurrentLocation.Altitude' },
      Temperature: { signal: 'Vehicle.Exterior.AirTemperature' },
      Humidity: { signal: 'Vehicle.Exterior.Humidity' },
    },
    leaveOut: ['GpsSpeed', 'Weather', 'WindSpeedAv', 'Traffic', 'SpeedLimit'],
  },
};
