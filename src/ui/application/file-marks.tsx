import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import type { FileMark } from '#contract/file-safety.ts';
import styles from './file-marks.module.css';

/** A file that waits for the scanner, or was removed by it, cannot be opened. */
export function isOpenable(marks: readonly FileMark[]): boolean {
  return !marks.includes('waiting') && !marks.includes('malware');
}

/** What a reader is to know of a file before opening it, each mark after a space. */
export function FileMarks({ marks }: { marks: readonly FileMark[] }) {
  const { t } = useLingui();
  const words: Record<FileMark, string> = {
    waiting: t`Being checked for malware`,
    malware: t`Removed: malware was found`,
    script: t`Contains a script`,
    attachment: t`Has files attached`,
    password: t`Needs a password`,
    unreadable: t`Could not be checked`,
  };
  return marks.map((mark) => (
    <Fragment key={mark}>
      {' '}
      <span className={styles.mark}>{words[mark]}</span>
    </Fragment>
  ));
}
