import { Trans } from '@lingui/react/macro';
import styles from './full-screen-loader.module.css';

/** Stands on a page where its data will be. */
export function Awaited() {
  return (
    <p className={styles.awaited} role="status" data-loading>
      <Trans>Loading…</Trans>
    </p>
  );
}
