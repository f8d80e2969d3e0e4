import clauses from '../specification.json' with { type: 'json' };
import { loadPassedClauses } from './passed-clauses.ts';

/** Fails for each clause of the specification that no passing test carries, and for unknown ones. */
const passed = new Set(await loadPassedClauses());
const known = new Map(Object.entries(clauses));
const unshown = [...known].filter(([id]) => !passed.has(id));
const unknown = [...passed].filter((id) => !known.has(id));

for (const [id, says] of unshown) console.error(`no passing test shows ${id}: ${says}`);
for (const id of unknown) console.error(`a test shows ${id}, which tests/specification.json lacks`);
console.log(`${known.size - unshown.length} of ${known.size} clauses shown by a passing test`);
process.exitCode = unshown.length + unknown.length > 0 ? 1 : 0;
