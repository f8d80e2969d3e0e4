import type { Fault } from './faults.ts';

/** A fault that changes nothing that anybody could see. */
interface Equivalent {
  file: string;
  /** What its line becomes, without what surrounds it. */
  becomes: string;
  reason: string;
}

const equivalents: readonly Equivalent[] = [];

/** The reason why a fault that nothing notices is none; null where there is no such reason. */
export function explanationOf({ file, diff }: Pick<Fault, 'file' | 'diff'>): string | null {
  const lines = diff.split('\n').map((line) => line.replace(/^ {2}[+-]\s*/, ''));
  const found = equivalents.find((one) => one.file === file && lines.includes(one.becomes));
  return found?.reason ?? null;
}
