import type { Property } from '#lib/statechart/paths/properties.ts';

const SOURCE = 'Design: every request ends in a visible outcome';

/** What holds of every report, whatever becomes of its generation. */
export const reportProperties: readonly Property[] = [
  {
    name: 'Every generation that begins ends in an outcome',
    source: SOURCE,
    kind: 'leadsTo',
    step: { events: ['generation.started'] },
    to: { to: { states: ['delivered', 'empty', 'failed'] } },
  },
  {
    name: 'No report is delivered without its password by mail',
    source: 'Specification §4, report generation',
    kind: 'never',
    step: { to: { states: ['delivered'] }, not: [{ effects: ['mailPassword'] }] },
  },
  {
    name: 'No report is given up without a reason by mail',
    source: SOURCE,
    kind: 'never',
    step: { to: { states: ['empty', 'failed'] }, not: [{ effects: ['mailReason'] }] },
  },
  {
    name: 'No file stays that nobody may fetch',
    source: 'Design: storage holds what rows name',
    kind: 'never',
    step: {
      from: { states: ['delivered', 'empty'] },
      not: [{ to: { states: ['delivered', 'empty'] } }, { effects: ['deleteFile'] }],
    },
  },
];
