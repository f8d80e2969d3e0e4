import { type FullReport, jsonText } from './path-report.ts';

const columns = [
  'machine',
  'path',
  'start',
  'step',
  'transitions',
  'name',
  'event',
  'at',
  'refused',
  'before',
  'codeBefore',
  'after',
  'codeAfter',
] as const;

/** One row a step, in RFC 4180's form. */
export function csv(reports: readonly FullReport[]): string {
  const rows = reports.flatMap(({ machine, paths }) =>
    paths.flatMap(({ start, steps }, path) =>
      steps.map((step, index) => [
        machine,
        path + 1,
        start.name,
        index + 1,
        step.transitions.join(' '),
        step.name,
        jsonText(step.event, 0),
        new Date(step.at).toISOString(),
        step.refused,
        step.before.state,
        step.before.code ?? '',
        step.after.state,
        step.after.code ?? '',
      ]),
    ),
  );
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: unknown): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
