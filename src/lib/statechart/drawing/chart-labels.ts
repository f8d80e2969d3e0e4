const headings = {
  state: 'State',
  name: 'Name',
  code: 'Code',
  type: 'Type',
  tags: 'Tags',
  event: 'Event',
  from: 'From',
  to: 'To',
  guard: 'Guard',
  effects: 'Effects',
  /** In place of a target. */
  stays: '(stays)',
  states: 'States',
  transitions: 'Transitions',
  /** These three join guards. */
  and: 'and',
  or: 'or',
  not: 'not',
};

/** Texts of a chart and its tables, in one language. */
export interface ChartLabels {
  title: string;
  purpose: string;
  /** Labels of the states below the root, by id in the graph; the default is the state's key. */
  states: Readonly<Record<string, string>>;
  /** Labels of events by type; the default is the type. */
  events: Readonly<Record<string, string>>;
  /** Additions to events by type: «as often as needed». */
  remarks: Readonly<Record<string, string>>;
  /** Senders of events, by the name of the guard that checks them. */
  senders: Readonly<Record<string, string>>;
  /** Conditions by the names of guards: «the address is locked». */
  guards: Readonly<Record<string, string>>;
  headings: Readonly<Record<keyof typeof headings, string>>;
}

/** English headings and no other labels. */
export const plainLabels: ChartLabels = {
  title: '',
  purpose: '',
  states: {},
  events: {},
  remarks: {},
  senders: {},
  guards: {},
  headings,
};
