import { useQuery } from '#ui/calls/use-query.ts';
import { typedInstant } from '#ui/form/instant-field.tsx';

/** A range as it is typed that a request may be of; null while it is none. */
export function typedRange(typed: { from: string; to: string }) {
  const from = typedInstant(typed.from);
  const to = typedInstant(typed.to);
  // A year that is still being typed is one of long ago.
  return Date.parse(from) >= 0 && Date.parse(from) < Date.parse(to) ? { from, to } : null;
}

/** What there are of data in the typed range; the time of the link alone while there is none. */
export function useCoverage(number: string, range: ReturnType<typeof typedRange>) {
  const query = { applicationNumber: number, ...range };
  const { data, isFailed, isLoading } = useQuery('dataCoverage', query, { silent: true });
  return { coverage: isLoading ? undefined : data, isFailed };
}
