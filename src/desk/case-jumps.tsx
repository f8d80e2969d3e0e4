import { useLingui } from '@lingui/react/macro';
import styles from './case-page.module.css';

/** Ways to the parts of a case, where they do not stand side by side. */
export function CaseJumps({ hasProof }: { hasProof: boolean }) {
  const { t } = useLingui();
  return (
    <nav className={`row ${styles.jumps}`} aria-label={t`Parts of the application`}>
      <a href="#decision">{t`Decide`}</a>
      {hasProof && <a href="#proof">{t`Proof`}</a>}
      <a href="#form">{t`Form`}</a>
      <a href="#history">{t`History`}</a>
    </nav>
  );
}
