import { useLingui } from '@lingui/react/macro';
import type { Dispute } from '#contract/dispute.ts';
import { disputeBodyWords, disputeOutcomeWords } from '#forms/recorded-words.ts';
import type { Elements } from '#ui/elements.ts';
import { formatDay } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

type ListedDispute = Dispute & { recorder?: string | null; endedBy?: string | null };

interface DisputeListProps {
  disputes: readonly ListedDispute[];
  actions?: (dispute: Dispute) => Elements;
}

export function DisputeList({ disputes, actions }: DisputeListProps) {
  const { t, i18n } = useLingui();
  const dayOf = (day: string) => formatDay(day, i18n.locale);
  return disputes.map((dispute) => {
    const { disputeId, body, bodyName, startedOn, reference, ended, recorder, endedBy } = dispute;
    return (
      <Notice
        key={disputeId}
        kind={ended ? 'good' : 'info'}
        title={ended ? t`Ended on ${dayOf(ended.on)}` : t`Open since ${dayOf(startedOn)}`}
      >
        <p>{`${bodyName} (${i18n._(disputeBodyWords[body])})`}</p>
        {reference && <p>{t`Reference: ${reference}`}</p>}
        {recorder && <p>{t`Recorded by ${recorder}`}</p>}
        {ended ? (
          <>
            <p>{t`Outcome: ${i18n._(disputeOutcomeWords[ended.outcome])}`}</p>
            {ended.remark && <p>{ended.remark}</p>}
            {endedBy && <p>{t`Outcome recorded by ${endedBy}`}</p>}
          </>
        ) : (
          <p>{t`Until it has ended, nothing of this application is erased.`}</p>
        )}
        {actions?.(dispute)}
      </Notice>
    );
  });
}
