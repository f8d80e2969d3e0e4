import { Trans, useLingui } from '@lingui/react/macro';
import { plainList } from '#lib/words/formats.ts';
import { SummaryList } from '#ui/application/summary.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** Facts known to the desk about an application beyond what was filed. */
export function CaseFacts({ record }: { record: CallData<'deskApplication'> }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { requesterEmail, createdAt, answerDueAt, vehicle, linkEndedAt, informationRequest } =
    record;
  const ended = linkEndedAt === null ? null : formatInstant(linkEndedAt, i18n.locale);
  return (
    <section>
      <h2>{t`At a glance`}</h2>
      <SummaryList
        rows={[
          { label: t`Requester`, value: requesterEmail },
          { label: t`Filed on`, value: formatInstant(createdAt, i18n.locale) },
          {
            label: t`Answer due by`,
            value: answerDueAt === null ? null : deadline(answerDueAt, record.clock.timeZone),
            isOptional: true,
          },
          {
            label: t`What is missing`,
            value: informationRequest && plainList(informationRequest.items, i18n.locale),
            isOptional: true,
          },
          {
            label: t`Question to the requester`,
            value: informationRequest?.text,
            isOptional: true,
          },
        ]}
      />
      {vehicle && linkEndedAt === null && (
        <Notice kind="good" title={t`The vehicle is linked to the requester’s account`} />
      )}
      {ended && (
        <Notice kind="error" title={t`The vehicle is not linked to the requester’s account`}>
          <p>
            <Trans>
              The link ended on {ended}. Without it, nobody can request or approve data. Only data
              from before that time are delivered.
            </Trans>
          </p>
        </Notice>
      )}
    </section>
  );
}
