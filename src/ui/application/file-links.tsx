import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { createContext, Fragment, useContext } from 'react';
import type { ApplicationSummary } from '#contract/application-record.ts';
import type { FileMark, StoredFile } from '#contract/files.ts';
import { hasTag } from '#contract/stored-application.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { formatSize } from '#ui/format/numbers.ts';
import styles from './application.module.css';

interface FileLinksProps {
  files: readonly (Pick<StoredFile, 'fileId' | 'name' | 'size'> & Partial<StoredFile>)[];
  ids?: readonly string[];
}

export function FileLinks({ files, ids }: FileLinksProps) {
  const { t, i18n } = useLingui();
  const viewing = useContext(FileViewingContext);
  const shown = ids ? files.filter(({ fileId }) => ids.includes(fileId)) : files;
  if (!shown.length) return null;
  return (
    <ul className={`plain ${styles.files}`} data-printed>
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

export function isOpenable(marks: readonly FileMark[]): boolean {
  return !marks.includes('waiting') && !marks.includes('malware');
}

function FileMarks({ marks }: { marks: readonly FileMark[] }) {
  const { t } = useLingui();
  const words: Record<FileMark, string> = {
    waiting: t`Being checked for malware`,
    malware: t`Removed: malware was found`,
    script: t`Contains active content`,
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

export type ComparedField = 'name' | 'vin';

interface FileViewing {
  shown: string | undefined;
  show: (fileId: string, field?: ComparedField) => void;
  /** Pages of the proofs whose text contains an answer of the form. */
  places?: Partial<Record<ComparedField, { fileId: string; file: string; page: number }>>;
}

export const FileViewingContext = createContext<FileViewing | null>(null);

export const isShowable = (name: string): boolean => /\.(pdf|png|jpe?g|docx)$/i.test(name);

export function ComparedAnswer({ field, children }: { field: ComparedField; children: string }) {
  const { t } = useLingui();
  const viewing = useContext(FileViewingContext);
  if (!viewing) return <span>{children}</span>;
  const place = viewing.places?.[field];
  return (
    <span id={`filed-${field}`} tabIndex={-1}>
      <span>{children}</span>
      {place && (
        <button
          type="button"
          className={styles.place}
          title={place.file}
          onClick={() => viewing.show(place.fileId, field)}
        >{t`page ${place.page}`}</button>
      )}
    </span>
  );
}

interface DecisionDownloadProps {
  record: ApplicationSummary;
  endpoint: 'decisionLetter' | 'deskDecisionLetter';
}

export function DecisionDownload({ record, endpoint }: DecisionDownloadProps) {
  const { t } = useLingui();
  if (!hasTag(record.state, 'decided')) return null;
  return (
    <p>
      <Button
        variant="default"
        leftSection={<Glyph name="file" />}
        onClick={() => download(endpoint, { applicationNumber: record.number })}
      >
        {t`Decision in writing (Word)`}
      </Button>
    </p>
  );
}
