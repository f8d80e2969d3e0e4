/** Words that people read in a chart and its tables, in one language. */
export interface ChartLabels {
  title: string;
  purpose: string;
  /** The plain label of every state below the root, by its id in the graph; its key without. */
  states: Readonly<Record<string, string>>;
  /** Labels of events by their type; the type alone is shown without. */
  events: Readonly<Record<string, string>>;
  /** What there is to know of an event beyond its label, by its type: «as often as needed». */
  remarks: Readonly<Record<string, string>>;
  /** Who sends an event, by the name of a guard that says so. */
  senders: Readonly<Record<string, string>>;
  /** Conditions by the names of guards: «the address is locked». */
  guards: Readonly<Record<string, string>>;
  /** Headings of the tables; `stays` is in place of a target, `and`, `or` and `not` join guards. */
  headings: Readonly<Record<Heading, string>>;
}

type Heading =
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
  | 'stays'
  | 'states'
  | 'transitions'
  | 'and'
  | 'or'
  | 'not';

/** English headings, and no label beside the names in the code. */
export const plainLabels: ChartLabels = {
  title: '',
  purpose: '',
  states: {},
  events: {},
  remarks: {},
  senders: {},
  guards: {},
  headings: {
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
    and: 'and',
    or: 'or',
    not: 'not',
  },
};
