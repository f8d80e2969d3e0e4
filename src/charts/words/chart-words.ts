import type { catalogue } from '#machines/catalogue.ts';

export type MachineName = keyof typeof catalogue;

/** What people read of one machine. */
export interface MachineWords {
  title: string;
  purpose: string;
  /** The plain label of every state below the root, by its id in the graph. */
  states: Readonly<Record<string, string>>;
}

/** What people read in a chart, in one language. */
export interface ChartWords {
  machines: Readonly<Record<MachineName, MachineWords>>;
  /** What each guard asks for, by its name: «the sender owns the application». */
  guards: Readonly<Record<string, string>>;
  /** Notes in the boxes of states; `{count}` and `{late}` stand for numbers. */
  figures: Readonly<Record<'now' | 'nowWithLate' | 'entered', string>>;
  /** Of the tables. `stays` is in place of a target. */
  headings: Readonly<
    Record<
      | 'state'
      | 'name'
      | 'code'
      | 'type'
      | 'tags'
      | 'event'
      | 'from'
      | 'to'
      | 'guard'
      | 'effects'
      | 'stays',
      string
    >
  >;
}
