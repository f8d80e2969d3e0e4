import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/catalogue.ts';
import { type PathsArguments, readArguments } from './paths/arguments.ts';
import { help } from './paths/help.ts';
import { runTool, writeNamed } from './usage.ts';

const imports = { library: '#lib/statechart', scenarios: '#machines/catalogue.ts' };

await runTool(() => {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) run(wanted);
  else process.stdout.write(help);
});

function run({ machines, options, places, format, out }: PathsArguments): void {
  const reports = machines.flatMap((machine): FullReport[] => {
    const scenario = scenarios[machine];
    if (!scenario) return [];
    const found = explore(scenario, places);
    return [reportOf(machine, found, plan(found, options), options)];
  });
  const text = pathFormats[format]?.(reports, imports) ?? '';
  if (out === null) process.stdout.write(text);
  else writeNamed('--out', out, text);
  for (const report of reports) process.stderr.write(`${summaryLine(report)}\n`);
  const isMet = reports.every(({ uncovered, stopped }) => uncovered.length === 0 && !stopped);
  if (!isMet) process.exitCode = 1;
}

function summaryLine(report: FullReport): string {
  const { machine, criterion, covered, total, infeasible, paths, steps, resets } = report;
  const bound =
    report.lowerBound === null
      ? ''
      : ` (lower bound ${report.lowerBound} steps, ${report.lowerBoundResets} resets)`;
  const less = infeasible.length ? `, ${infeasible.length} infeasible` : '';
  const stopped = report.stopped ? `; stopped ${report.stopped}` : '';
  return `${machine}: ${criterion} ${covered} of ${total}${less}; ${paths.length} paths, ${steps} steps, ${resets} resets${bound}${stopped}`;
}
