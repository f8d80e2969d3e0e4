import { Trans, useLingui } from '@lingui/react/macro';
import { SummaryList } from '#ui/application/summary-list.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** Facts known to the desk about an application beyond what was filed. */
export function CaseFacts({ record }: { record: CallData<'deskApplication'> }) {
  const { t, i18n } = useLingui();
  const { requesterEmail, createdAt, answerDueAt, vehicleLinked, informationRequest } = record;
  return (
    <section>
      <h2>
        <Trans>At a glance</Trans>
      </h2>
      <SummaryList
        rows={[
          { label: t`Requester`, value: requesterEmail },
          { label: t`Filed on`, value: formatInstant(createdAt, i18n.locale) },
          {
            label: t`Answer awaited until`,
            value: answerDueAt === null ? null : formatDate(answerDueAt, i18n.locale),
            isOptional: true,
          },
          { label: t`Asked about`, value: informationRequest?.items.join(', '), isOptional: true },
          { label: t`Asked for`, value: informationRequest?.text, isOptional: true },
        ]}
      />
      {vehicleLinked && (
        <Notice kind="good" title={t`The vehicle is linked to the requester’s account`} />
      )}
      {vehicleLinked === false && (
        <Notice kind="error" title={t`The vehicle is not linked to the requester’s account`}>
          <p>
            <Trans>It was when the application was filed. Check the proof of ownership.</Trans>
          </p>
        </Notice>
      )}
    </section>
  );
}
