import { createHash } from 'node:crypto';
import { canonicalJson } from '../paths/state-value.ts';
import type { MachineGraph } from './graph.ts';

/**
 * SHA-256 over all that a graph says, as 16 hexadecimal digits: equal for machines of the same
 * states, transitions, guards and actions. The bodies of guards and actions are not part of it.
 */
export function fingerprint(graph: MachineGraph): string {
  return createHash('sha256').update(canonicalJson(graph)).digest('hex').slice(0, 16);
}
