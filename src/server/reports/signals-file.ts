import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isPersonal, offerSignals, signalNamed } from '#contract/data-catalogue.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import type { Signal } from '#contract/signal.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { type VssSignal, vssSignal, vssSignals } from './vss.ts';

/** Names of VSS's form; `Vehicle.Cabin.*` is every signal of VSS below the branch. */
const NAME = /^Vehicle(\.[A-Z][A-Za-z0-9]*)+$/;
const BRANCH = /^Vehicle(\.[A-Z][A-Za-z0-9]*)*\.\*$/;
const SECOND = 1000;

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
  /** Seconds between two values. */
  sampling: z.optional(z.number().check(z.positive())),
  description: z.optional(text(2000)),
  /** Personal signals are left out of masked reports unless this says otherwise. */
  masked: z.optional(z.enum(['shown', 'withheld'])),
});
const file = z.strictObject({ signals: z.array(entry) });
type Entry = z.output<typeof entry>;

/**
 * Adds the signals that a maker's file lists to the catalogue of this process. Of a signal that VSS
 * has the file need not repeat type, unit and range. Answers how they are taken out again.
 * @throws {SettingError} that names the signal
 */
export function offerSignalsOf(path: string | undefined): () => void {
  if (path === undefined) return () => {};
  const vss = vssSignals();
  const added = new Map<DataType, Signal[]>(dataTypes.map((dataType) => [dataType, []]));
  const names = new Set<string>();
  for (const listed of read(path)) {
    const wrong = (problem: string) => new SettingError(`SIGNALS_FILE: ${listed.name} ${problem}`);
    if (listed.personal && !isPersonal(listed.category))
      throw wrong(`is personal: ${listed.category} is a category without personal data`);
    for (const signal of signalsOf(listed, vss, wrong)) {
      const isKnown = signalNamed(signal.name) !== undefined || names.has(signal.name);
      if (isKnown && BRANCH.test(listed.name)) continue;
      if (isKnown) throw wrong('is in the catalogue already');
      names.add(signal.name);
      added.get(listed.category)?.push(signal);
    }
  }
  const undo = [...added].map(([dataType, signals]) => offerSignals(dataType, signals));
  return () => {
    for (const takeOut of undo) takeOut();
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

/** The first problem with its place, such as `signals.3.category`. */
function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = (issue?.path ?? []).join('.');
  const unknown = issue?.code === 'unrecognized_keys' ? `: ${issue.keys.join(', ')}` : '';
  return `${place} is not as it should be${unknown}`;
}

function signalsOf(
  listed: Entry,
  vss: ReadonlyMap<string, VssSignal>,
  wrong: (problem: string) => Error,
): Signal[] {
  const { name } = listed;
  if (!BRANCH.test(name)) return [signalOf(listed, vssSignal(vss, name), wrong)];
  const below = [...vss.values()].filter((signal) => signal.name.startsWith(name.slice(0, -1)));
  if (below.length === 0) throw wrong('is no branch of VSS');
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
  if (value === undefined) throw wrong('is none of VSS: give its type');
  if (values && value !== 'text') throw wrong('has values, and is no text');
  if (min !== undefined && max !== undefined && min > max) throw wrong('has its min above its max');
  return {
    name: name as Signal['name'],
    unit: listed.unit ?? known?.unit ?? '',
    value,
    personal,
    origin,
    isWithheldMasked: (masked ?? (personal ? 'withheld' : 'shown')) === 'withheld',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(values && { values }),
    ...(sampling !== undefined && { sampling: sampling * SECOND }),
    ...(description !== undefined && { description }),
  };
}
