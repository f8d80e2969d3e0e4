import { Trans, useLingui } from '@lingui/react/macro';
import { fileLimits, MAX_FILE_MEBIBYTES } from '#contract/limits.ts';
import type { Rejection } from '#machines/upload-queue.machine.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './upload-area.module.css';

interface RejectionListProps {
  rejections: readonly Rejection[];
  onDismiss: () => void;
}

/** Files that were not taken since the last choice, each with its reason. */
export function RejectionList({ rejections, onDismiss }: RejectionListProps) {
  const { t } = useLingui();
  if (!rejections.length) return null;
  const { maxFiles } = fileLimits;
  const reasons = {
    empty: t`The file is empty`,
    tooLarge: t`Single file size must not exceed ${{ mebibytes: MAX_FILE_MEBIBYTES }}M`,
    typeNotSupported: t`File type not supported`,
    tooMany: t`There can be at most ${maxFiles} files`,
    refused: t`File upload failed, please try again!`,
  };
  // Two files of one name that fail alike are listed once.
  const distinct = new Map(
    rejections.map(({ name, reason, message }) => {
      const text = message ?? reasons[reason];
      return [`${name} ${text}`, { name, text }];
    }),
  );
  return (
    <Notice kind="error" title={t`Not accepted`}>
      <ul className={styles.rejections}>
        {[...distinct].map(([key, { name, text }]) => (
          <li key={key}>
            <b>{name}</b>
            <span>{`: ${text}`}</span>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.plain} onClick={onDismiss}>
        <Trans>Hide</Trans>
      </button>
    </Notice>
  );
}
