import { useLingui } from '@lingui/react/macro';
import styles from './loading.module.css';

export function FullScreenLoader() {
  const { t } = useLingui();
  return (
    <div className={styles.loader} role="status" data-loading>
      <div className={styles.lane} aria-hidden="true" />
      <p>{t`Loading…`}</p>
    </div>
  );
}

export function Awaited() {
  const { t } = useLingui();
  return <p className={styles.awaited} role="status" data-loading>{t`Loading…`}</p>;
}
