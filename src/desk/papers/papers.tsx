import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { FileMarks, isOpenable } from '#ui/application/file-marks.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { formatSize } from '#ui/format/numbers.ts';
import textButton from '#ui/frame/text-button.module.css';
import { Paper } from './paper.tsx';
import styles from './papers.module.css';

/** Every file of an application: pictures and PDF are shown here, others are downloaded. */
export function Papers({ files }: { files: readonly StoredFile[] }) {
  const { t, i18n } = useLingui();
  const [shown, setShown] = useState<string>();
  if (files.length === 0) return null;
  return (
    <section>
      <h2>
        <Trans>Files</Trans>
      </h2>
      <ul className={styles.papers}>
        {files.map(({ fileId, name, size, marks }) => (
          <li key={fileId}>
            <span className={styles.name}>
              <Glyph name="file" /> {name} <small>{formatSize(size, i18n.locale)}</small>
              <FileMarks marks={marks} />
            </span>
            {isOpenable(marks) && isShowable(name) && (
              <button
                type="button"
                className={textButton.textButton}
                aria-expanded={shown === fileId}
                aria-label={shown === fileId ? t`Hide ${name}` : t`Show ${name}`}
                onClick={() => setShown(shown === fileId ? undefined : fileId)}
              >
                {shown === fileId ? t`Hide` : t`Show`}
              </button>
            )}
            {isOpenable(marks) && (
              <button
                type="button"
                className={textButton.textButton}
                aria-label={t`Download ${name}`}
                onClick={() => download('file', { fileId })}
              >
                <Trans>Download</Trans>
              </button>
            )}
            {shown === fileId && <Paper fileId={fileId} name={name} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isShowable = (name: string) => /\.(pdf|png|jpe?g)$/i.test(name);
