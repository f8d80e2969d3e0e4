import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { page } from './coverage/page.ts';
import { readVisits } from './coverage/read-visits.ts';
import { type MachineSummary, type Measure, measures, summaries } from './coverage/summary.ts';
import { text } from './coverage/text.ts';

const help = `Shows what the test suites really walked, recorded while they ran, against the machines.

  npm test && npm run coverage
  npm run coverage -- --level 1 --require transitions
  npm run coverage -- --html coverage/machines.html --json coverage/machines.json

  --level N        1 machines alone, 2 over HTTP, 3 in the browser (default: all together)
  --machine NAME   only this one; may be given several times
  --require WHAT   ${measures.join(', ')}: exit status 1 unless all of it is covered
  --html FILE      a page with each diagram coloured by visits, and paths to what is uncovered
  --json FILE      the same as JSON

Exit status: 0; 1 --require is not met; 2 a wrong option or value, or no suite has run.
`;

/** Wrong arguments or nothing recorded, in words. */
class CoverageError extends Error {}

try {
  await run();
} catch (error) {
  if (!(error instanceof CoverageError)) throw error;
  process.stderr.write(`${error.message}\n--help tells more.\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const values = parsed();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const level = values.level === undefined ? null : Number(values.level);
  if (level !== null && ![1, 2, 3].includes(level))
    throw new CoverageError(`--level «${values.level}» is not 1, 2 or 3`);
  const required = values.require?.map(measureOf) ?? [];
  const read = readVisits(level);
  if (read.length === 0)
    throw new CoverageError('No suite has left its visits; run the tests first');
  const shown = only(summaries(read), values.machine);
  process.stdout.write(text(shown));
  if (values.html) writeFileSync(values.html, await page(shown));
  if (values.json) writeFileSync(values.json, json(shown));
  const isMet = required.every((measure) =>
    shown.every((summary) => summary[measure].uncovered.length === 0),
  );
  if (!isMet) process.exitCode = 1;
}

function parsed() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        level: { type: 'string' },
        machine: { type: 'string', multiple: true },
        require: { type: 'string', multiple: true },
        html: { type: 'string' },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CoverageError((error as Error).message);
  }
}

function measureOf(name: string): Measure {
  const found = measures.find((measure) => measure === name);
  if (!found)
    throw new CoverageError(`--require «${name}» is not known; known are: ${measures.join(', ')}`);
  return found;
}

function only(all: MachineSummary[], names: string[] | undefined): MachineSummary[] {
  if (!names) return all;
  const unknown = names.find((name) => !all.some(({ machine }) => machine === name));
  if (unknown)
    throw new CoverageError(
      `--machine «${unknown}» is not known; known are: ${all.map(({ machine }) => machine).join(', ')}`,
    );
  return all.filter(({ machine }) => names.includes(machine));
}

function json(shown: readonly MachineSummary[]): string {
  const machines = shown.map(({ graph, ...summary }) => summary);
  return `${JSON.stringify(machines, null, 2)}\n`;
}
