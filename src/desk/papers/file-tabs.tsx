import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { FileUsage, StoredFile } from '#contract/files.ts';
import type { FileViewing } from './file-viewing.ts';
import styles from './papers.module.css';

interface FileTabsProps {
  viewing: FileViewing;
  file: StoredFile;
}

export function FileTabs({ viewing: { files, comparisons, show }, file }: FileTabsProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  // Focus stays on the page, which the browser must not scroll.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[data-file="${file.fileId}"]`);
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - tab.offsetWidth / 2;
  }, [file.fileId]);
  const usages: Record<FileUsage, string> = {
    vehicleProof: t`Vehicle proof`,
    thirdPartyMaterial: t`Third party`,
    agreement: t`Agreement`,
    supplement: t`Added later`,
    publicMaterial: t`Material`,
  };
  const detailOf = ({ fileId, usage, marks }: StoredFile) => {
    const { pageCount = 0, problem = null } = comparisons[fileId] ?? {};
    if (marks.includes('password') || problem === 'password') return t`needs a password`;
    if (problem) return t`cannot be shown`;
    const belongs = usages[usage];
    return pageCount > 1
      ? t`${belongs}, ${plural(pageCount, { one: '# page', other: '# pages' })}`
      : belongs;
  };
  return (
    <nav ref={bar} className={styles.files} aria-label={t`Files`}>
      {files.map((one) => (
        <button
          key={one.fileId}
          type="button"
          data-file={one.fileId}
          aria-current={one.fileId === file.fileId ? 'true' : undefined}
          title={one.name}
          onClick={() => show(one.fileId)}
        >
          <span>{one.name}</span> <small title={detailOf(one)}>{detailOf(one)}</small>
        </button>
      ))}
    </nav>
  );
}
