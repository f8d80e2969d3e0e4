import path from 'node:path';
import { writeNamed } from '../usage.ts';
import type { Fault } from './faults.ts';

/** Result of trying a fault. */
export interface Verdict {
  fault: Fault;
  /**
   * `unfit`: the compiler refuses it, so that nobody can make it; `equivalent`: it changes nothing
   * that anybody could see; `void`: its suites did not run, so that nothing is known of it.
   */
  outcome: 'noticed' | 'survived' | 'unreached' | 'unfit' | 'equivalent' | 'void';
  /** The test that failed, or the reason why none can or did. */
  by: string | null;
}

/** Tried faults of which a share says something. */
const ENOUGH = 20;

/**
 * Prints who noticed what, by folder and by operator, and each survivor. Sets the exit status where
 * fewer than `least` percent are noticed of all that were tried; what is void is not noticed. Of
 * fewer than twenty, cut by a budget, one is enough.
 */
export function reportVerdicts(
  verdicts: readonly Verdict[],
  json: string | undefined,
  { least, isCut }: { least: number; isCut: boolean },
): void {
  const fit = verdicts.filter(({ outcome }) => /^(noticed|survived|unreached)$/.test(outcome));
  const lost = fit.filter(({ outcome }) => outcome !== 'noticed');
  for (const { fault, outcome } of lost)
    console.log(`\n${fault.at} ${fault.operator}: ${outcome}\n${fault.diff}`);
  console.log(`\nby operator\n${table(fit, ({ fault }) => fault.operator)}`);
  console.log(`\nby folder\n${table(fit, ({ fault }) => path.posix.dirname(fault.file))}`);
  const count = (wanted: Verdict['outcome']) =>
    verdicts.filter(({ outcome }) => outcome === wanted).length;
  console.log(
    `\nall: ${shareOf(fit)}; the compiler refuses ${count('unfit')} more, ${count('equivalent')} change nothing, and of ${count('void')} nothing is known`,
  );
  if (json) {
    const told = verdicts.map(({ fault: { file, operator, at, diff }, outcome, by }) => ({
      file,
      operator,
      at,
      diff,
      outcome,
      by,
    }));
    writeNamed('--json', json, `${JSON.stringify(told, null, 2)}\n`);
  }
  const tried = fit.length + count('void');
  const noticed = fit.length - lost.length;
  const wanted = isCut && tried < ENOUGH ? Math.min(1, least) : (least * tried) / 100;
  if (noticed < wanted) process.exitCode = 1;
}

function table(verdicts: readonly Verdict[], keyOf: (verdict: Verdict) => string): string {
  const groups = [...Map.groupBy(verdicts, keyOf)].toSorted(([a], [b]) => a.localeCompare(b));
  return groups.map(([key, group]) => `  ${key}: ${shareOf(group)}`).join('\n');
}

function shareOf(verdicts: readonly Verdict[]): string {
  const noticed = verdicts.filter(({ outcome }) => outcome === 'noticed').length;
  const percent = verdicts.length === 0 ? 100 : (noticed / verdicts.length) * 100;
  return `${noticed} of ${verdicts.length} noticed (${percent.toFixed(0)} %)`;
}
