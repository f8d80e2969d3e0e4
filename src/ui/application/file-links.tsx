import { useLingui } from '@lingui/react/macro';
import type { StoredFile } from '#contract/files.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { formatSize } from '#ui/format/numbers.ts';
import styles from './file-links.module.css';
import { FileMarks, isOpenable } from './file-marks.tsx';

interface FileLinksProps {
  /** Every file of the application. */
  files: readonly (Pick<StoredFile, 'fileId' | 'name' | 'size'> & Partial<StoredFile>)[];
  /** Ids of the files to show; all without. */
  ids?: readonly string[];
}

/** Uploaded files, to be downloaded by their owner and by reviewers. */
export function FileLinks({ files, ids }: FileLinksProps) {
  const { i18n } = useLingui();
  const shown = ids ? files.filter(({ fileId }) => ids.includes(fileId)) : files;
  if (!shown.length) return null;
  return (
    <ul className={styles.files}>
      {shown.map(({ fileId, name, size, marks = [] }) => (
        <li key={fileId}>
          {isOpenable(marks) ? (
            <button type="button" onClick={() => download('file', { fileId })}>
              <Glyph name="download" /> <span>{name}</span>
            </button>
          ) : (
            <span>{name}</span>
          )}{' '}
          <small>{formatSize(size, i18n.locale)}</small>
          {isOpenable(marks) || <FileMarks marks={marks} />}
        </li>
      ))}
    </ul>
  );
}
