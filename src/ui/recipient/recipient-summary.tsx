import { useLingui } from '@lingui/react/macro';
import type { RecipientStatus } from '#contract/application-record.ts';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { formatInstant } from '#ui/format/dates.ts';

export function RecipientSummary({ recipient }: { recipient: RecipientStatus }) {
  const { t, i18n } = useLingui();
  const { email, linkSentAt, provedAt, isReady, fetchedAt, withdrawnAt } = recipient;
  const instant = (at: number) => formatInstant(at, i18n.locale);
  return (
    <SummaryList
      rows={[
        { label: t`E-mail address`, value: email },
        { label: t`Link sent`, value: instant(linkSentAt) },
        { label: t`Confirmed`, value: provedAt === null ? t`Not yet` : instant(provedAt) },
        { label: t`Own copy of the data`, value: isReady ? t`Ready` : t`Not ready yet` },
        { label: t`First downloaded`, value: fetchedAt === null ? t`Not yet` : instant(fetchedAt) },
        {
          label: t`Withdrawn`,
          value: withdrawnAt === null ? undefined : instant(withdrawnAt),
          isOptional: true,
        },
      ]}
    />
  );
}
