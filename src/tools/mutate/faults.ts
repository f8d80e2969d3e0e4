import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operators } from './operators.ts';
import { functionId } from './reach.ts';
import { functionsOf, parseSource } from './syntax.ts';

/** One small change of a source file. */
export interface Fault {
  file: string;
  operator: string;
  /** `src/server/build.ts:12:5`. */
  at: string;
  /** The whole file with the fault, and without. */
  source: string;
  original: string;
  /** Lines before and after, as a diff shows them. */
  diff: string;
  /** The function it stands in; null at the top of the file, which runs when it is loaded. */
  within: string | null;
}

/** Every fault of the operators in a file, in the order of the text. */
export function faultsIn(root: string, file: string, named: readonly string[]): Fault[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const chosen = Object.entries(operators).filter(([name]) => named.includes(name));
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const found of parseSource(file, source)) {
    for (const [operator, make] of chosen) {
      for (const { node, text } of make({ ...found, textOf })) {
        const changed = source.slice(0, node.start) + text + source.slice(node.end);
        if (changed === source || seen.has(changed)) continue;
        seen.add(changed);
        const [innermost] = functionsOf(found);
        faults.push({
          file,
          operator,
          at: `${file}:${placeOf(source, node.start)}`,
          source: changed,
          original: source,
          diff: diffOf(source, changed),
          within: innermost ? functionId(file, textOf(innermost)) : null,
        });
      }
    }
  }
  return faults;
}

function placeOf(source: string, offset: number): string {
  const before = source.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The lines that differ: those that went with `-`, those that came with `+`. */
function diffOf(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const part = (lines: string[], sign: string) =>
    lines.slice(head, lines.length - tail).map((line) => `  ${sign} ${line}`);
  return [...part(old, '-'), ...part(now, '+')].join('\n');
}

/** A number generator with a seed (mulberry32): 0 ≤ n < 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks `count` faults: each folder and each operator in turn, so that no common kind crowds out the rest. */
export function sampleOf(faults: readonly Fault[], count: number, seed: number): Fault[] {
  const random = generator(seed);
  const groups = Map.groupBy(shuffled(faults, random), ({ file, operator }) =>
    [path.posix.dirname(file), operator].join(' '),
  );
  const order = shuffled([...groups.values()], random);
  const picked: Fault[] = [];
  for (let round = 0; picked.length < Math.min(count, faults.length); round++)
    picked.push(...order.flatMap((group) => group.slice(round, round + 1)));
  return picked.slice(0, count);
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
