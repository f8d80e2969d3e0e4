import { Trans } from '@lingui/react/macro';
import styles from './banner.module.css';

/** Warns when the browser refuses cookies. */
export function CookieWarning() {
  if (typeof document === 'undefined' || navigator.cookieEnabled) return null;
  return (
    <div className={styles.banner} role="alert">
      <p>
        <Trans>
          Cookies are disabled in this browser. Enable them, or the site cannot be used normally.
        </Trans>
      </p>
    </div>
  );
}
