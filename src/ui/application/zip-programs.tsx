import { useLingui } from '@lingui/react/macro';
import styles from './application.module.css';

export function ZipPrograms() {
  const { t } = useLingui();
  return (
    <div className="soft measure above">
      <p>
        {t`The zip contains the data as CSV, JSON Lines and Parquet files, one for each data type, with a description of all signals and the signed manifest. It is encrypted with AES-256. These programs are free of charge and open it:`}
      </p>
      <dl className={styles.programs}>
        <dt translate="no">Windows</dt>
        <dd>{t`7-Zip; Windows Explorer cannot open it`}</dd>
        <dt translate="no">macOS</dt>
        <dd>{t`Keka or The Unarchiver`}</dd>
        <dt translate="no">Linux</dt>
        <dd>{t`7-Zip or File Roller`}</dd>
      </dl>
    </div>
  );
}
