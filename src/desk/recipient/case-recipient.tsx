import { useLingui } from '@lingui/react/macro';
import type { RecipientStatus } from '#contract/application-record.ts';
import { RecipientSummary } from '#ui/recipient/recipient-summary.tsx';

/** The third party as a recipient of its own, at the desk. */
export default function CaseRecipient({ recipient }: { recipient: RecipientStatus }) {
  const { t } = useLingui();
  return (
    <section>
      <h2>{t`Data recipient`}</h2>
      <RecipientSummary recipient={recipient} />
    </section>
  );
}
