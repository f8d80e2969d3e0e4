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
  stays: '(stays)',
  states: 'States',
  transitions: 'Transitions',
  coarse: 'The diagram is large and drawn coarsely: lines may be longer than necessary.',
  atomic: 'atomic',
  compound: 'compound',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
  and: 'and',
  or: 'or',
  not: 'not',
};

export interface ChartLabels {
  title: string;
  purpose: string;
  states: Readonly<Record<string, string>>;
  events: Readonly<Record<string, string>>;
  remarks: Readonly<Record<string, string>>;
  senders: Readonly<Record<string, string>>;
  guards: Readonly<Record<string, string>>;
  headings: Readonly<Record<keyof typeof headings, string>>;
}

/** Without a prototype, because a state or an event can be called `constructor`. */
const none: Record<string, string> = Object.create(null);

export const plainLabels: ChartLabels = {
  title: '',
  purpose: '',
  states: none,
  events: none,
  remarks: none,
  senders: none,
  guards: none,
  headings,
};
