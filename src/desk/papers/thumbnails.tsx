import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { whenIdle } from './compare-proof.ts';
import { PageCanvas } from './page-canvas.tsx';
import type { PaperPage, Turn } from './paper-pages.ts';
import styles from './papers.module.css';

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
