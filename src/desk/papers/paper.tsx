import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileUsage, StoredFile } from '#contract/files.ts';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { compareProof } from './compare-proof.ts';
import { type Comparison, notCompared } from './comparison.ts';
import { type FileViewing, openFile } from './file-viewing.ts';
import { goToPage, pageInView } from './page-position.ts';
import { PageCanvas, PageSheet } from './page-sheet.tsx';
import { defaultPageView, PageTools, type PageView } from './page-tools.tsx';
import type { Paper as OpenedPaper, PaperPage, Turn } from './paper-pages.ts';
import styles from './papers.module.css';

export default function Papers({ viewing }: { viewing: FileViewing }) {
  const { t } = useLingui();
  const { file, comparisons } = viewing;
  const [pageView, setPageView] = useState<PageView>(defaultPageView);
  if (!file) return null;
  const { fileId, name } = file;
  const compared = comparisons[fileId] ?? notCompared;
  // Text documents have no pages and are not compared.
  const isCompared = viewing.wanted.name && !compared.problem && compared.pageCount > 0;
  const isUnread = isCompared && (!compared.hasText || compared.isPartial);
  const shown = pageView.fileId === fileId ? pageView : { ...defaultPageView, fileId };
  return (
    <section id="proof" className={styles.papers} aria-label={t`File: ${name}`} tabIndex={-1}>
      <div className={`row row-apart ${styles.head}`}>
        <h2>{t`Proof`}</h2>
        <PageTools file={file} pageView={shown} onChange={setPageView} />
      </div>
      <FileTabs viewing={viewing} file={file} />
      <Paper key={fileId} file={file} viewing={viewing} pageView={shown} />
      {isUnread && (
        <p className={styles.note}>
          {compared.hasText
            ? t`Only a part of this file was compared with the form.`
            : t`This file has no text that can be compared.`}
        </p>
      )}
    </section>
  );
}

interface PaperProps {
  file: Pick<StoredFile, 'fileId' | 'name' | 'marks'>;
  viewing: Pick<FileViewing, 'wanted' | 'comparisons' | 'target' | 'onCompared'>;
  pageView?: PageView;
}

/** Image, PDF or the text of a document, drawn so that nothing in the file can run or load. */
export function Paper({
  file: { fileId, name, marks },
  viewing,
  pageView = defaultPageView,
}: PaperProps) {
  const { t } = useLingui();
  const { wanted, comparisons, target } = viewing;
  const [paper, setPaper] = useState<OpenedPaper>();
  const [problem, setProblem] = useState<Comparison['problem']>(null);
  const [current, setCurrent] = useState(1);
  const region = useRef<HTMLElement>(null);
  const comparison = comparisons[fileId];
  const report = (result: Comparison) => viewing.onCompared(fileId, result);
  const reported = useEffectEvent(report);
  const fail = (error: unknown) => {
    const isLocked =
      marks.includes('password') || (error instanceof Error && error.name === 'PasswordException');
    const found = isLocked ? 'password' : 'damaged';
    setProblem(found);
    report({ ...notCompared, problem: found });
  };
  const failed = useEffectEvent(fail);

  useEffect(() => {
    const abort = new AbortController();
    let close = () => {};
    openFile(fileId, name, abort.signal)
      .then((opened) => {
        close = opened.close;
        if (abort.signal.aborted) close();
        else setPaper(opened);
      })
      .catch((error) => !abort.signal.aborted && failed(error));
    return () => {
      abort.abort();
      close();
    };
  }, [fileId, name]);

  useEffect(() => {
    if (!paper || problem) return;
    const abort = new AbortController();
    compareProof(paper, wanted, abort.signal).then(reported, () => {});
    return () => abort.abort();
  }, [paper, problem, wanted]);

  const isFramed = comparison?.frames.some(({ field }) => field === target?.field);
  useEffect(() => {
    if (!paper || !target || !isFramed) return;
    region.current?.querySelector<HTMLElement>(`[data-found=${target.field}]`)?.focus();
  }, [paper, target, isFramed]);

  if (problem === 'password')
    return (
      <Notice kind="error" title={t`This file needs a password`}>
        <p>{t`Download it and open it with the password, or ask the requester for a copy without one.`}</p>
      </Notice>
    );
  if (problem)
    return (
      <Notice kind="error" title={t`This file cannot be shown`}>
        <p>{t`Download it and open it with another program, with care.`}</p>
      </Notice>
    );
  if (!paper) return <p role="status">{t`Opening the file…`}</p>;
  const { pages, paragraphs } = paper;
  if (paragraphs) return <DocumentText name={name} paragraphs={paragraphs} />;
  return (
    <div className={styles.view} data-pages={pages.length > 1 ? 'several' : 'one'}>
      {pages.length > 1 && (
        <Thumbnails
          pages={pages}
          current={current}
          turn={pageView.turn}
          onChosen={(page) => region.current && goToPage(region.current, page)}
        />
      )}
      <ScrollRegion
        ref={region}
        className={`stack ${styles.pages}`}
        label={name}
        onScroll={(event) => setCurrent(pageInView(event.currentTarget))}
      >
        {pages.map((page) => (
          <PageSheet
            key={`${page.number} ${pageView.turn}`}
            page={page}
            label={t`Page ${page.number} of ${pages.length}`}
            pageView={pageView}
            frames={comparison?.frames.filter((frame) => frame.page === page.number) ?? []}
            onFailed={fail}
          />
        ))}
      </ScrollRegion>
    </div>
  );
}

function DocumentText({ name, paragraphs }: { name: string; paragraphs: readonly string[] }) {
  const { t } = useLingui();
  return (
    <>
      <p className={styles.note}>
        {t`Text only. Pictures, headers and signatures are not shown: download the file to see them.`}
      </p>
      <ScrollRegion className={`stack ${styles.pages}`} label={name}>
        <div className={`stack stack-small ${styles.text}`}>
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs do not change
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </ScrollRegion>
    </>
  );
}

interface FileTabsProps {
  viewing: FileViewing;
  file: StoredFile;
}

function FileTabs({ viewing: { files, comparisons, show }, file }: FileTabsProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  // Scrolls the bar only: `focus` and `scrollIntoView` would also scroll the page.
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
      {files.map((each) => (
        <button
          key={each.fileId}
          type="button"
          data-file={each.fileId}
          aria-current={each.fileId === file.fileId ? 'true' : undefined}
          title={each.name}
          onClick={() => show(each.fileId)}
        >
          <span>{each.name}</span> <small title={detailOf(each)}>{detailOf(each)}</small>
        </button>
      ))}
    </nav>
  );
}

/** In pixels: twice the width on the page, for dense screens. */
const WIDTH = 96;

interface ThumbnailsProps {
  pages: readonly PaperPage[];
  current: number;
  turn: Turn;
  onChosen: (page: number) => void;
}

function Thumbnails({ pages, current, turn, onChosen }: ThumbnailsProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const button = bar.current?.children[current - 1] as HTMLElement | undefined;
    if (bar.current && button)
      bar.current.scrollTop =
        button.offsetTop - (bar.current.clientHeight - button.offsetHeight) / 2;
  }, [current]);
  return (
    <nav ref={bar} className={styles.thumbnails} aria-label={t`Pages`}>
      {pages.map((page) => (
        <button
          key={`${page.number} ${turn}`}
          type="button"
          aria-label={t`Page ${page.number}`}
          aria-current={page.number === current ? 'page' : undefined}
          onClick={() => onChosen(page.number)}
        >
          <PageCanvas
            page={page}
            turn={turn}
            // The page itself is drawn first.
            draw={(canvas) => whenIdle().then(() => page.draw(canvas, { turn, width: WIDTH }))}
          />
          <span>{page.number}</span>
        </button>
      ))}
    </nav>
  );
}
