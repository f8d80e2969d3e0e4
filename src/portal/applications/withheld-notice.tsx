import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { requesterActions } from '../requester-actions.ts';
import styles from './details-page.module.css';
import { TerminateButton } from './terminate-button.tsx';

/** Reason for which the data are kept back, in the data holder's words, and what follows. */
export function WithheldNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  if (!hasTag(record.state, 'withheld')) return null;
  const isSuspended = hasTag(record.state, 'suspended');
  const keptBackBy = isSuspended ? 'sharing.suspend' : 'sharing.withhold';
  const reason = record.history.findLast(({ event }) => event === keptBackBy)?.text;
  return (
    <div>
      <Notice
        kind="info"
        title={
          isSuspended
            ? t`The data holder has suspended the sharing`
            : t`The data holder withholds the data`
        }
      >
        <p>
          {isSuspended ? (
            <Trans>
              Agreed measures that protect trade secrets are not kept (Art. 4(7) and 5(10) of the
              Data Act). Until they are, you can neither download the data nor have them generated
              again.
            </Trans>
          ) : (
            <Trans>
              Measures that protect trade secrets are not agreed or not kept (Art. 4(7) and 5(10) of
              the Data Act). Once they are in place, the review of your data request continues.
            </Trans>
          )}
        </p>
        {reason && <blockquote className="quote">{reason}</blockquote>}
        <p>
          <Trans>
            If you disagree, you can complain to the competent authority, agree with us on a
            certified dispute settlement body, or go to court.
          </Trans>
        </p>
      </Notice>
      {requesterActions(record).canTerminate && (
        <div className={`row above ${styles.actions}`}>
          <TerminateButton application={record} />
        </div>
      )}
    </div>
  );
}
