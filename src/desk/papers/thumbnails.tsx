import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { idle } from './compare-proof.ts';
import type { PaperPage, Turn } from './paper-pages.ts';
import styles from './papers.module.css';
import { useDrawnPage } from './use-drawn-page.ts';

/** In pixels: twice the width on the page, for dense screens. */
const WIDTH = 96;

interface ThumbnailsProps {
  pages: readonly PaperPage[];
  current: number;
  turn: Turn;
  onChosen: (page: number) => void;
}

export function Thumbnails({ pages, current, turn, onChosen }: ThumbnailsProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const button = bar.current?.querySelector<HTMLElement>(`:nth-child(${current})`);
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
          <Thumbnail page={page} turn={turn} />
          <span>{page.number}</span>
        </button>
      ))}
    </nav>
  );
}

function Thumbnail({ page, turn }: { page: PaperPage; turn: Turn }) {
  const canvas = useDrawnPage(
    // The page itself is drawn first.
    (element) => idle().then(() => page.draw(element, { turn, width: WIDTH })),
    () => {},
  );
  const ratio = turn % 180 === 0 ? page.ratio : 1 / page.ratio;
  return <canvas ref={canvas} width={0} height={0} style={{ aspectRatio: `auto ${ratio}` }} />;
}
