import { Trans, useLingui } from '@lingui/react/macro';
import { ApplicationStepPage } from '../application-step-page.tsx';
import { requesterActions } from '../requester-actions.ts';
import { SupplementQuestions } from './supplement-questions.tsx';

/** Supplies what the reviewer asked for, at either stage. */
export default function SupplementPage() {
  const { t } = useLingui();
  return (
    <ApplicationStepPage
      title={t`Supplementary information`}
      isPossible={(record) => requesterActions(record).canSupply}
      otherwise={<Trans>You do not need to add any information now.</Trans>}
    >
      {(record) => <SupplementQuestions record={record} />}
    </ApplicationStepPage>
  );
}
