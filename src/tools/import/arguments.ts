import * as z from 'zod/mini';
import { signalNamed } from '#contract/data-catalogue.ts';
import { email, visibleText } from '#contract/fields.ts';
import type { SignalNote } from '#server/vehicles/vehicle-source.ts';
import { parsed } from '../usage.ts';
import { type ColumnMeanings, outOfRangeChoices } from './file-columns.ts';
import { ImportError } from './import-error.ts';
import { formOf, readMapping, type SignalColumn } from './mapping.ts';
import type { ImportLink, ImportVehicle } from './save-vehicle.ts';
import { formattedInstants, isoInstants, LocalTimes, type TimeRules } from './times.ts';
import { readValue } from './values.ts';

const options = {
  file: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean', default: false },
  undo: { type: 'boolean', default: false },
  replace: { type: 'string' },
  mapping: { type: 'string' },
  delimiter: { type: 'string' },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  trim: { type: 'boolean' },
  vin: { type: 'string' },
  name: { type: 'string' },
  account: { type: 'string', multiple: true },
  'linked-from': { type: 'string' },
  'linked-until': { type: 'string' },
  'on-behalf-of': { type: 'string' },
  attribute: { type: 'string', multiple: true },
  timezone: { type: 'string' },
  ambiguous: { type: 'string' },
  'impossible-date': { type: 'string' },
  date: { type: 'string' },
  profile: { type: 'string' },
  time: { type: 'string', multiple: true },
  'time-format': { type: 'string' },
  arrival: { type: 'string' },
  sampling: { type: 'string' },
  device: { type: 'string' },
  map: { type: 'string', multiple: true },
  'out-of-range': { type: 'string' },
  'not-equipped': { type: 'string', multiple: true },
  'kept-since': { type: 'string' },
  empty: { type: 'string', multiple: true },
  thousands: { type: 'string' },
  round: { type: 'boolean' },
  'leave-out-others': { type: 'boolean' },
  'leave-out': { type: 'string', multiple: true },
} as const;

/** ISO 3779: 17 letters and digits without I, O and Q. */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

export type ImportArguments = ReturnType<typeof readArguments>;

const valuesOf = (args: readonly string[]) => parsed({ args, options }).values;

/** Throws an {@link ImportError} that names the option. */
export function readArguments(args: readonly string[]) {
  const values = valuesOf(args);
  const files = values.file ?? [];
  if (files.length === 0 && (!values.account || values.undo || values['dry-run']))
    throw new ImportError('--file is missing');
  const vin = values.vin ?? '';
  if (!VIN.test(vin)) throw new ImportError(`--vin «${vin}» is not a VIN of 17 characters`);
  const accounts = (values.account ?? []).map((account) => addressIn('--account', account));
  if (values.replace !== undefined && (files.length > 1 || values.undo))
    throw new ImportError('--replace requires exactly one --file, and no --undo');
  if (values['dry-run'] && values.undo)
    throw new ImportError('--dry-run shows what would be stored, it does not work with --undo');
  return {
    files,
    isDryRun: values['dry-run'],
    isUndo: values.undo,
    /** File whose import is replaced. Requires exactly one file to import. */
    replaced: values.replace,
    meanings: meaningsOf(values),
    vehicle: {
      vin,
      name: values.name && visibleText(values.name),
      accounts,
      link: linkOf(values),
      attributes: attributesOf(values.attribute ?? []),
      statements: statementsOf(values),
    } satisfies ImportVehicle,
  };
}

function addressIn(option: string, text: string): string {
  const address = email().safeParse(text);
  if (!address.success) throw new ImportError(`${option} «${text}» is not an e-mail address`);
  return address.data;
}

function linkOf(values: ReturnType<typeof valuesOf>): ImportLink {
  const user = values['on-behalf-of'];
  const link = {
    from: instantOf('--linked-from', values['linked-from']),
    until: instantOf('--linked-until', values['linked-until']),
    onBehalfOf: user === undefined ? undefined : addressIn('--on-behalf-of', user),
  };
  const isMeant = Object.values(link).some((value) => value !== undefined);
  if (isMeant && !values.account) throw new ImportError('the options of a link require --account');
  return link;
}

function instantOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!z.iso.datetime({ offset: true }).safeParse(text).success)
    throw new ImportError(`${option} «${text}» is not an instant such as 2026-03-29T10:13:45.250Z`);
  return Date.parse(text);
}

function meaningsOf(values: ReturnType<typeof valuesOf>): ColumnMeanings {
  const mapping = readMapping(values.mapping, values.profile);
  const form = { ...mapping, ...values, timeFormat: values['time-format'] ?? mapping.timeFormat };
  const { time = 'Instant', timeFormat, arrival, timezone, date } = form;
  if (date !== undefined && !z.iso.date().safeParse(date).success)
    throw new ImportError(`--date «${date}» is not a date such as 2026-03-29`);
  if (date !== undefined && arrival !== undefined)
    throw new ImportError('--arrival does not work with --date, because its times need a date');
  const rules: TimeRules = {
    zone: zoneOf(timezone, values.ambiguous),
    impossibleDate: choiceOf('--impossible-date', values['impossible-date'], [
      'refuse',
      'previous',
    ]),
    date,
  };
  const instantsOf = (columns: readonly string[]) =>
    timeFormat === undefined
      ? isoInstants(columns, rules)
      : formattedInstants(columns, timeFormat, rules);
  const instants = () => instantsOf([time].flat());
  // Reports a missing time zone before the file is read.
  instants();
  const mapped = (values.map ?? []).map((text) => pair('--map', text));
  return {
    instants,
    signals: {
      ...mapping.columns,
      ...Object.fromEntries(mapped.map(([column, text]) => [column, signalColumn(text)])),
    },
    leftOut: [...(mapping.leaveOut ?? []), ...(values['leave-out'] ?? [])],
    round: values.round === true,
    leavesOutOthers: values['leave-out-others'] === true,
    empty: [...(mapping.empty ?? []), ...(values.empty ?? [])],
    arrivals: arrival === undefined ? undefined : instantsOf([arrival]),
    form: formOf(form),
    origin: { sampling: samplingOf(values.sampling), timeZone: timezone, device: values.device },
    outOfRange: choiceOf('--out-of-range', values['out-of-range'], outOfRangeChoices),
  };
}

/** Reads `Vehicle.Speed` or `Vehicle.Speed[mph]`. */
function signalColumn(text: string): SignalColumn {
  const [, signal = text, unit] = /^(.*?)\s*\[(.*)\]$/.exec(text) ?? [];
  return { signal, unit };
}

function choiceOf<T extends string>(
  option: string,
  text: string | undefined,
  known: readonly ('refuse' | T)[],
): 'refuse' | T {
  const choice = known.find((one) => one === (text ?? 'refuse'));
  if (!choice) throw new ImportError(`${option} must be one of ${known.join(', ')}`);
  return choice;
}

function statementsOf(values: ReturnType<typeof valuesOf>): SignalNote[] {
  const notes: SignalNote[] = (values['not-equipped'] ?? []).map((name) => {
    if (!signalNamed(name)) throw new ImportError(`--not-equipped ${name} is not a signal`);
    return { name, kind: 'notEquipped', count: null, first: null, last: null };
  });
  const last = instantOf('--kept-since', values['kept-since']);
  if (last !== undefined) notes.push({ name: '', kind: 'notKept', count: null, first: null, last });
  return notes;
}

function samplingOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Math.round(Number(text) * 1000);
  if (!(ms > 0)) throw new ImportError(`--sampling «${text}» is not a positive number of seconds`);
  return ms;
}

function zoneOf(timezone: string | undefined, ambiguous: string | undefined): LocalTimes | null {
  const ambiguity = choiceOf('--ambiguous', ambiguous, ['refuse', 'earlier', 'later']);
  if (timezone === undefined) return null;
  try {
    return new LocalTimes(timezone, ambiguity);
  } catch {
    throw new ImportError(`--timezone ${timezone} is not an IANA time zone`);
  }
}

function attributesOf(texts: readonly string[]): ImportVehicle['attributes'] {
  return Object.fromEntries(
    texts.map((text) => {
      const [name, value] = pair('--attribute', text);
      const signal = signalNamed(name);
      if (!signal) throw new ImportError(`--attribute ${name} is not a signal`);
      return [name, readValue('--attribute', signal, value) ?? ''];
    }),
  );
}

function pair(option: string, text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new ImportError(`${option} ${text} is not name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
