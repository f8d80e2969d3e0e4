import type { AuditAction } from '#contract/audit.ts';
import type { CallInput } from '#ui/calls/call-types.ts';

type Filter = Omit<CallInput<'auditTrail'>, 'page' | 'pageSize'>;

/** Fields of the filter, as the address names them. */
export const filterFields = [
  'actor',
  'requester',
  'applicationNumber',
  'action',
  'from',
  'to',
] as const;

/** Reads the filter from an address; days are those of the reader's clock, the last included. */
export function readFilter(address: URLSearchParams): Filter {
  const given = (name: (typeof filterFields)[number]) => address.get(name)?.trim() || undefined;
  const filter = {
    actor: given('actor'),
    requester: given('requester'),
    applicationNumber: given('applicationNumber')?.toUpperCase(),
    action: given('action') as AuditAction | undefined,
    from: startOf(given('from'), 0),
    to: startOf(given('to'), 1),
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as Filter;
}

/** The instant at which a day begins, or one some days later; undefined for what is no day. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}
