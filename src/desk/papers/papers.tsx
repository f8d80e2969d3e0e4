import { useLingui } from '@lingui/react/macro';
import type { StoredFile } from '#contract/files.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { Paper } from './paper.tsx';
import styles from './papers.module.css';

/** The file that is read beside the form that names it; nothing where none can be drawn. */
export function Papers({ file }: { file: StoredFile | undefined }) {
  const { t } = useLingui();
  if (!file) return null;
  const { fileId, name } = file;
  return (
    <section id="proof" className={styles.papers} aria-label={t`File: ${name}`} tabIndex={-1}>
      <div className={`row row-apart ${styles.head}`}>
        <h2>
          <Glyph name="file" /> <span>{name}</span>
        </h2>
        <button type="button" onClick={() => download('file', { fileId })}>
          {t`Download`}
        </button>
      </div>
      <Paper key={fileId} fileId={fileId} name={name} />
    </section>
  );
}
