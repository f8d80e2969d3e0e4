import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { functionsOf, parseSource } from './syntax.ts';

/** Suites by function: those of which a test ran it. Of an unknown function nothing is known. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

/** A name of a function that lasts as long as its text does. */
export function functionId(file: string, text: string): string {
  return `${file}#${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/**
 * A module of plain JavaScript that a probe calls. It appends a line of process, suite and function
 * to a log. A thread, or a process that a suite started, knows no suite: its line has that of the
 * process it belongs to.
 */
const probeModule = (log: string) => `
const { appendFileSync } = process.getBuiltinModule('node:fs');
const { isMainThread } = process.getBuiltinModule('node:worker_threads');
const suiteOf = new Map();
export function reach(id) {
  const worker = globalThis.__vitest_worker__;
  const suite = worker?.filepath ?? '';
  if (suiteOf.get(id) === suite) return;
  suiteOf.set(id, suite);
  const owner = worker || !isMainThread ? process.pid : process.ppid;
  appendFileSync(${JSON.stringify(log)}, owner + '\\t' + suite + '\\t' + id + '\\n');
}
`;

/** Puts a probe at the beginning of every function of these files; answers the functions' names. */
export function addProbes(root: string, files: readonly string[], log: string): string[] {
  writeFileSync(log, '');
  writeFileSync(path.join(root, 'reach-probe.mjs'), probeModule(log));
  return files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const insertions: { at: number; text: string }[] = [];
    const ids: string[] = [];
    for (const found of parseSource(file, source)) {
      const [own] = functionsOf({ ...found, above: [] });
      if (!own) continue;
      const body = own.body as { type: string; start: number; end: number };
      const id = functionId(file, source.slice(own.start, own.end));
      const call = `__reach(${JSON.stringify(id)})`;
      ids.push(id);
      if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${call};` });
      else insertions.push({ at: body.end, text: ')' }, { at: body.start, text: `(${call}, ` });
    }
    let probed = source;
    for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at))
      probed = probed.slice(0, at) + text + probed.slice(at);
    const up = `./${path.posix.relative(path.posix.dirname(file), 'reach-probe.mjs')}`;
    writeFileSync(path.join(root, file), `import { reach as __reach } from '${up}'; ${probed}`);
    return ids;
  });
}

/** Reads a log of probes: the functions that each suite reached. */
export function readReach(root: string, log: string): Map<string, Set<string>> {
  const suiteOf = new Map<string, string>();
  const reached = new Map<string, Set<string>>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [process = '', file = '', id] = line.split('\t');
    if (!id) continue;
    if (file) suiteOf.set(process, path.relative(root, file));
    const suite = suiteOf.get(process);
    if (!suite) continue;
    const ids = reached.get(suite) ?? new Set();
    reached.set(suite, ids.add(id));
  }
  return reached;
}
