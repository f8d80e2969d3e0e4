import { Trans, useLingui } from '@lingui/react/macro';
import styles from './case-page.module.css';

/** Ways to the parts of a case, where they do not stand side by side. */
export function CaseJumps({ hasProof }: { hasProof: boolean }) {
  const { t } = useLingui();
  return (
    <nav className={`row ${styles.jumps}`} aria-label={t`Parts of the application`}>
      <a href="#decision">
        <Trans>Decide</Trans>
      </a>
      {hasProof && (
        <a href="#proof">
          <Trans>Proof</Trans>
        </a>
      )}
      <a href="#form">
        <Trans>Form</Trans>
      </a>
      <a href="#history">
        <Trans>History</Trans>
      </a>
    </nav>
  );
}
