import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from './faults.ts';

/** Compiles the tree as it stands; answers the files that are refused. */
export type Compile = () => readonly string[];

const tsc = path.resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

/** The compiler over the tree in a folder. */
export const compilerOf =
  (folder: string): Compile =>
  () => {
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], options);
    return [
      ...new Set([...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, at = '']) => at)),
    ];
  };

/**
 * The faults that the compiler refuses, so that nobody can make them. A run of the compiler takes as
 * long for twenty as for one: faults of different files are tried together.
 */
export function refusedFaults(
  folder: string,
  faults: readonly Fault[],
  compile = compilerOf(folder),
): Set<Fault> {
  const refused = new Set<Fault>();
  for (const together of byTurns(faults)) {
    const wrong = compiledWith(folder, together, compile);
    const own = together.filter(({ file }) => wrong.includes(file));
    for (const fault of own) refused.add(fault);
    if (wrong.every((file) => own.some((fault) => fault.file === file))) continue;
    // What others find wrong with a file is told of them: who did it is found one by one.
    for (const fault of together.filter((one) => !refused.has(one)))
      if (compiledWith(folder, [fault], compile).length > 0) refused.add(fault);
  }
  return refused;
}

/**
 * Those that the compiler refuses in their own file: a run of the compiler for each of a file's
 * faults, and none for one by itself.
 */
export function plainlyRefused(
  folder: string,
  faults: readonly Fault[],
  compile = compilerOf(folder),
): Set<Fault> {
  const refused = byTurns(faults).flatMap((together) => {
    const wrong = compiledWith(folder, together, compile);
    return together.filter(({ file }) => wrong.includes(file));
  });
  return new Set(refused);
}

/** Groups in which each file stands once. */
function byTurns(faults: readonly Fault[]): Fault[][] {
  const files = [...Map.groupBy(faults, ({ file }) => file).values()];
  const most = Math.max(0, ...files.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => files.flatMap((group) => group[turn] ?? []));
}

function compiledWith(folder: string, faults: readonly Fault[], compile: Compile) {
  const write = (sourceOf: (fault: Fault) => string) => {
    for (const fault of faults) writeFileSync(path.join(folder, fault.file), sourceOf(fault));
  };
  write(({ source }) => source);
  try {
    return compile();
  } finally {
    write(({ original }) => original);
  }
}
