import { Trans } from '@lingui/react/macro';
import styles from './loading.module.css';

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

/** Placeholder for a part of a page while its data load. */
export function Awaited() {
  return (
    <p className={styles.awaited} role="status" data-loading>
      <Trans>Loading…</Trans>
    </p>
  );
}
