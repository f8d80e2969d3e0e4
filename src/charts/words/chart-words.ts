import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { catalogue } from '#machines/catalogue.ts';

export type MachineName = keyof typeof catalogue;

/** What people read of one machine. */
export type MachineWords = Pick<ChartLabels, 'title' | 'purpose' | 'states'>;

/** What people read in a chart, in one language. */
export interface ChartWords {
  machines: Readonly<Record<MachineName, MachineWords>>;
  /** What each guard asks for, by its name: «the sender owns the application». */
  guards: Readonly<Record<string, string>>;
  /** Notes in the boxes of states; `{count}` and `{late}` stand for numbers. */
  figures: Readonly<Record<'now' | 'nowWithLate' | 'entered', string>>;
  /** Of the tables. */
  headings: ChartLabels['headings'];
}
