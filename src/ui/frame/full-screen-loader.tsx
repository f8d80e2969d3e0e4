import { Trans } from '@lingui/react/macro';
import styles from './full-screen-loader.module.css';

/** Shown over the whole screen while a page loads. */
export function FullScreenLoader() {
  return (
    <div className={styles.loader} role="status" data-loading>
      <div className={styles.lane} aria-hidden="true" />
      <p>
        <Trans>Loading…</Trans>
      </p>
    </div>
  );
}
