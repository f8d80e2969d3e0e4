import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download, fetchFile } from '#ui/calls/download.ts';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import type { PaperPage } from './paper-pages.ts';
import styles from './papers.module.css';

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

/** Image or PDF, drawn on canvases so that nothing in the file can run or load. */
export function Paper({ fileId, name }: { fileId: string; name: string }) {
  const { t } = useLingui();
  const [pages, setPages] = useState<readonly PaperPage[]>();
  const [isUnreadable, setUnreadable] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    let close = () => {};
    (async () => {
      const file = await fetchFile('file', { fileId });
      if (isUnmounted) return;
      if (!file) return setUnreadable(true);
      const { openPaper } = await import('./paper-pages.ts');
      const paper = await openPaper(file.content, name);
      close = paper.close;
      if (isUnmounted) close();
      else setPages(paper.pages);
    })().catch(() => setUnreadable(true));
    return () => {
      isUnmounted = true;
      close();
    };
  }, [fileId, name]);

  if (isUnreadable)
    return (
      <Notice kind="error" title={t`This file cannot be shown`}>
        <p>{t`Download it and open it with another program, with care.`}</p>
      </Notice>
    );
  if (!pages) return <p role="status">{t`Opening the file…`}</p>;
  return (
    <ScrollRegion className={`stack ${styles.pages}`} label={name}>
      {pages.map((page) => (
        <PageCanvas
          key={page.number}
          page={page}
          label={t`Page ${page.number} of ${pages.length}`}
          onFailed={() => setUnreadable(true)}
        />
      ))}
    </ScrollRegion>
  );
}

interface PageCanvasProps {
  page: PaperPage;
  label: string;
  onFailed: () => void;
}

function PageCanvas({ page, label, onFailed }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Draws one at a time: a page may come into view again while it is still being drawn.
    let drawing = Promise.resolve();
    let isNear = false;
    const show = async () => {
      if (isNear) await page.draw(element).catch(failed);
      else {
        element.width = 0;
        element.height = 0;
      }
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === isNear) return;
        isNear = entry?.isIntersecting === true;
        drawing = drawing.then(show);
      },
      // Margin of one view in each direction, so that pages are drawn before they become visible.
      { root: element.parentElement, rootMargin: '100% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [page]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={0}
      height={0}
      style={{ aspectRatio: `auto ${page.ratio}` }}
    />
  );
}
