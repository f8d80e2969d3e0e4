import clauses from '../specification.json' with { type: 'json' };
import { loadRunResults } from './run-results.ts';

/**
 * Fails for each clause of the specification that no passing test carries, and for unknown ones.
 * A clause whose tests were skipped is only listed.
 */
const results = await loadRunResults();
const passed = new Set(results.clauses);
const skipped = new Set(results.skipped.flatMap(({ tags }) => tags));
const known = new Map(Object.entries(clauses));
const unshown = [...known].filter(([id]) => !passed.has(id));
const failed = unshown.filter(([id]) => !skipped.has(id));
const unknown = [...passed].filter((id) => !known.has(id));

for (const [id, says] of unshown)
  console.error(
    skipped.has(id)
      ? `the test of ${id} was skipped: ${says}`
      : `no passing test shows ${id}: ${says}`,
  );
for (const id of unknown) console.error(`a test shows ${id}, which tests/specification.json lacks`);
console.log(`${known.size - unshown.length} of ${known.size} clauses shown by a passing test`);
process.exitCode = failed.length + unknown.length > 0 ? 1 : 0;
