import { useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { formatSize } from '#ui/format/numbers.ts';
import styles from './file-links.module.css';
import { FileMarks, isOpenable } from './file-marks.tsx';
import { FileViewingContext, isShowable } from './file-viewing.ts';

interface FileLinksProps {
  /** Every file of the application. */
  files: readonly (Pick<StoredFile, 'fileId' | 'name' | 'size'> & Partial<StoredFile>)[];
  /** Ids of the files to show; all without. */
  ids?: readonly string[];
}

/** Uploaded files, to be downloaded by their owner and by reviewers, who see them beside the page. */
export function FileLinks({ files, ids }: FileLinksProps) {
  const { t, i18n } = useLingui();
  const viewing = useContext(FileViewingContext);
  const shown = ids ? files.filter(({ fileId }) => ids.includes(fileId)) : files;
  if (!shown.length) return null;
  return (
    <ul className={`plain ${styles.files}`}>
      {shown.map(({ fileId, name, size, marks = [] }) => (
        <li key={fileId} data-shown={viewing?.shown === fileId || undefined}>
          {!isOpenable(marks) && <span>{name}</span>}
          {isOpenable(marks) && viewing && isShowable(name) && (
            <button
              type="button"
              aria-label={t`Show ${name}`}
              aria-pressed={viewing.shown === fileId}
              onClick={() => viewing.show(fileId)}
            >
              <Glyph name="file" /> <span>{name}</span>
            </button>
          )}
          {isOpenable(marks) && (
            <button
              type="button"
              {...(viewing && { 'aria-label': t`Download ${name}` })}
              onClick={() => download('file', { fileId })}
            >
              <Glyph name="download" /> {!(viewing && isShowable(name)) && <span>{name}</span>}
            </button>
          )}
          <small>{` ${formatSize(size, i18n.locale)}`}</small>
          {(viewing || !isOpenable(marks)) && <FileMarks marks={marks} />}
        </li>
      ))}
    </ul>
  );
}
