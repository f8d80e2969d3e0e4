import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Signal, SignalValue } from '#contract/signal.ts';

/** What the Vehicle Signal Specification says of a signal. */
export type VssSignal = Pick<Signal, 'name' | 'unit' | 'value'> & { min?: number; max?: number };

/** Labels of instances, which VSS puts between the names of its branches: `Door.Row1.DriverSide`. */
const INSTANCE =
  /^(Row\d+|Left|Right|Middle|Front|Rear|DriverSide|PassengerSide|Sensor\d+|Axle\d+|Pos\d+|Low|High|Any)$/;

/** All signals of VSS as of mid-2026, by name. */
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

/** The signal that a name means, with labels of instances in it or not. */
export function vssSignal(
  vss: ReadonlyMap<string, VssSignal>,
  name: string,
): VssSignal | undefined {
  const parts = name.split('.').filter((part) => !INSTANCE.test(part));
  return vss.get(name) ?? vss.get(parts.join('.'));
}

/** Lists are kept as texts. */
function kindOf(datatype: string): SignalValue {
  if (datatype.endsWith('[]') || datatype === 'string') return 'text';
  if (datatype === 'boolean') return 'boolean';
  return /^u?int/.test(datatype) ? 'integer' : 'number';
}
