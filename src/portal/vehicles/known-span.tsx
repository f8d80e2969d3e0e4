import { Trans, useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';

/** From when to when there are data of the time of the link. */
export function KnownSpan({ span }: Pick<CallData<'ownVehicle'>, 'span'>) {
  const { i18n } = useLingui();
  if (span === null) return <Trans>From when to when there are data is not known.</Trans>;
  if (span.first === null || span.last === null) return <Trans>There are no data of it yet.</Trans>;
  const begin = formatDate(span.first, i18n.locale);
  const end = formatDate(span.last, i18n.locale);
  return (
    <Trans>
      There are data from {begin} to {end}.
    </Trans>
  );
}
