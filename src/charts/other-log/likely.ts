const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The event that an activity seems to mean: one of its own name, or of its words; none is ''. */
export function likelyEvent(
  activity: string,
  events: readonly string[],
  label: (event: string) => string,
): string {
  const sought = plain(activity);
  return events.find((event) => [event, label(event)].map(plain).includes(sought)) ?? '';
}

/** What headings of other systems' tables are like, the surest first. */
const headings = {
  case: ['case:concept:name', 'caseid', 'case', 'traceid', 'case id', 'order number', 'number'],
  activity: ['concept:name', 'activity', 'event', 'step', 'task', 'action'],
  time: ['time:timestamp', 'timestamp', 'time', 'date', 'complete timestamp', 'start timestamp'],
  resource: ['org:resource', 'resource', 'user', 'agent', 'actor', 'who'],
  role: ['org:role', 'role', 'part'],
} as const;

export type Meaning = keyof typeof headings;
export const meanings = Object.keys(headings) as Meaning[];

/** The heading of a table that seems to mean something; none is ''. */
export function likelyHeading(meaning: Meaning, of: readonly string[]): string {
  for (const known of headings[meaning]) {
    const found = of.find((heading) => plain(heading) === plain(known));
    if (found !== undefined) return found;
  }
  return '';
}
