import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  addSignals,
  isPersonal,
  type Signal,
  type SignalValue,
  signalNamed,
} from '#contract/data-catalogue.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import { SECOND } from '#lib/words/durations.ts';
import { SettingError } from '#server/platform/database/store-error.ts';

type VssSignal = Pick<Signal, 'name' | 'unit' | 'value'> & { min?: number; max?: number };

/** Instance labels, which VSS inserts into the path: `Door.Row1.DriverSide`. */
const INSTANCE =
  /^(Row\d+|Left|Right|Middle|Front|Rear|DriverSide|PassengerSide|Sensor\d+|Axle\d+|Pos\d+|Low|High|Any)$/;

export function vssSignals(): Map<string, VssSignal> {
  const text = readFileSync(join(import.meta.dirname, 'vss-signals.csv'), 'utf8');
  const [, ...lines] = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', , datatype = '', unit = '', min = '', max = ''] = line.split(',');
      const signal: VssSignal = {
        name: name as Signal['name'],
        unit,
        value: kindOf(datatype),
        ...(min !== '' && { min: Number(min) }),
        ...(max !== '' && { max: Number(max) }),
      };
      return [name, signal];
    }),
  );
}

function vssSignal(vss: ReadonlyMap<string, VssSignal>, name: string): VssSignal | undefined {
  const parts = name.split('.').filter((part) => !INSTANCE.test(part));
  return vss.get(name) ?? vss.get(parts.join('.'));
}

function kindOf(datatype: string): SignalValue {
  if (datatype.endsWith('[]') || datatype === 'string') return 'text';
  if (datatype === 'boolean') return 'boolean';
  return /^u?int/.test(datatype) ? 'integer' : 'number';
}

/** Names as in VSS. `Vehicle.Cabin.*` stands for all VSS signals of that branch. */
const NAME = /^Vehicle(\.[A-Z][A-Za-z0-9]*)+$/;
const BRANCH = /^Vehicle(\.[A-Z][A-Za-z0-9]*)*\.\*$/;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const entry = z.strictObject({
  name: z.union([text(300).check(z.regex(NAME)), text(300).check(z.regex(BRANCH))]),
  category: z.enum(dataTypes),
  personal: z.boolean(),
  type: z.optional(z.enum(['number', 'integer', 'boolean', 'text'])),
  unit: z.optional(z.string().check(z.maxLength(40))),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  values: z.optional(z.array(text(300)).check(z.minLength(1))),
  origin: z._default(z.enum(['raw', 'preProcessed']), 'raw'),
  /** Interval between two values, in s. */
  sampling: z.optional(z.number().check(z.positive())),
  description: z.optional(text(2000)),
  masked: z._default(z.enum(['shown', 'withheld']), 'withheld'),
});
const file = z.strictObject({ signals: z.array(entry) });
type Entry = z.output<typeof entry>;

export function addSignalsOf(path: string | undefined): () => void {
  if (path === undefined) return () => {};
  const vss = vssSignals();
  const added = new Map<DataType, Signal[]>(dataTypes.map((dataType) => [dataType, []]));
  const names = new Set<string>();
  for (const listed of read(path)) {
    const wrong = (problem: string) => new SettingError(`SIGNALS_FILE: ${listed.name} ${problem}`);
    if (listed.personal && !isPersonal(listed.category))
      throw wrong(`is personal, but the category ${listed.category} contains no personal data`);
    for (const signal of signalsOf(listed, vss, wrong)) {
      const isKnown = signalNamed(signal.name) !== undefined || names.has(signal.name);
      if (isKnown && BRANCH.test(listed.name)) continue;
      if (isKnown) throw wrong('is already in the catalogue');
      names.add(signal.name);
      added.get(listed.category)?.push(signal);
    }
  }
  const undo = [...added].map(([dataType, signals]) => addSignals(dataType, signals));
  return () => {
    for (const removeAdded of undo) removeAdded();
  };
}

function read(path: string): Entry[] {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8'))).signals;
  } catch (cause) {
    const reason = cause instanceof z.core.$ZodError ? problemOf(cause) : String(cause);
    throw new SettingError(`SIGNALS_FILE=${path} cannot be used: ${reason}`, { cause });
  }
}

function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = (issue?.path ?? []).join('.');
  const unknown = issue?.code === 'unrecognized_keys' ? `: ${issue.keys.join(', ')}` : '';
  return `${place} is invalid${unknown}`;
}

function signalsOf(
  listed: Entry,
  vss: ReadonlyMap<string, VssSignal>,
  wrong: (problem: string) => Error,
): Signal[] {
  const { name } = listed;
  if (!BRANCH.test(name)) return [signalOf(listed, vssSignal(vss, name), wrong)];
  const below = [...vss.values()].filter((signal) => signal.name.startsWith(name.slice(0, -1)));
  if (below.length === 0) throw wrong('is not a branch of VSS');
  return below.map((signal) => signalOf({ ...listed, name: signal.name }, signal, wrong));
}

function signalOf(
  listed: Entry,
  known: VssSignal | undefined,
  wrong: (problem: string) => Error,
): Signal {
  const { name, personal, origin, values, sampling, description, masked } = listed;
  const value = listed.type ?? known?.value;
  const [min, max] = [listed.min ?? known?.min, listed.max ?? known?.max];
  if (value === undefined) throw wrong('is not a VSS signal: set its type');
  if (values && value !== 'text') throw wrong('has values, but its type is not text');
  if (min !== undefined && max !== undefined && min > max)
    throw wrong('has a min greater than its max');
  return {
    name: name as Signal['name'],
    unit: listed.unit ?? known?.unit ?? '',
    value,
    personal,
    origin,
    isWithheldMasked: masked === 'withheld',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(values && { values }),
    ...(sampling !== undefined && { sampling: sampling * SECOND }),
    ...(description !== undefined && { description }),
  };
}
