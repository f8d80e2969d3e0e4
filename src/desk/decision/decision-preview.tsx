import { Trans, useLingui } from '@lingui/react/macro';
import type { Decision } from '#contract/decision.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import styles from './decision.module.css';
import { useDecisionWords } from './use-decision-words.ts';

interface DecisionPreviewProps {
  decision: Decision;
  letter: CallData<'deskPreview'>;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function DecisionPreview(props: DecisionPreviewProps) {
  const { decision, letter, isBusy, onConfirm, onCancel } = props;
  const { t, i18n } = useLingui();
  const words = useDecisionWords();
  const { recipient, language, subject, body, notifiesAuthority } = letter;
  const isFinal = decision === 'refuse';
  const languageName = new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(language);
  return (
    <ConfirmDialog
      title={
        isFinal
          ? t`Refuse the application?`
          : body
            ? t`Send this to the requester?`
            : t`No e-mail is sent`
      }
      confirm={words.act(decision)}
      isFinal={isFinal}
      isBusy={isBusy}
      isConfirmFirst={!isFinal}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isFinal && (
        <p>
          <Trans>
            This ends the application for good. The requester receives the ground and your text in
            writing.
          </Trans>
        </p>
      )}
      {notifiesAuthority && <p>{t`The competent authority is notified of the decision too.`}</p>}
      {body && (
        <>
          <p className={styles.envelope}>{t`To ${recipient}, in ${languageName}`}</p>
          <ScrollRegion className={styles.letter} label={t`The letter`}>
            <article lang={language}>
              <b>{subject}</b>
              <p>{body}</p>
            </article>
          </ScrollRegion>
        </>
      )}
    </ConfirmDialog>
  );
}
