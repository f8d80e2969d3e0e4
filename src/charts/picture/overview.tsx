import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { Area, ChartLayout, Point } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import styles from './chart-picture.module.css';

/** Height at most, rem. */
const HIGHEST = 4.6;

interface OverviewProps {
  layout: ChartLayout;
  marks: Drawing['marks'];
  /** Element that scrolls over the picture. */
  view: RefObject<HTMLDivElement | null>;
  zoom: number;
}

/**
 * The whole picture in small, without words, and in it the part on screen; a press moves there.
 * Only where the picture is larger than its room. By keyboard the picture itself is walked.
 */
export function Overview({ layout, marks, view, zoom }: OverviewProps) {
  const seen = useSeen(view, zoom);
  const { width, height } = layout;
  if (!seen || (seen.width >= width && seen.height >= height)) return null;

  const move = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    if (!view.current || buttons !== 1) return;
    const small = currentTarget.getBoundingClientRect();
    const x = ((clientX - small.left) / small.width) * width;
    const y = ((clientY - small.top) / small.height) * height;
    view.current.scrollLeft = (x - seen.width / 2) * zoom;
    view.current.scrollTop = (y - seen.height / 2) * zoom;
  };

  return (
    <svg
      className={styles.overview}
      viewBox={`0 0 ${width} ${height}`}
      style={{ inlineSize: `min(100%, ${(HIGHEST * width) / height}rem)` }}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
    >
      {layout.states.map(({ id, type, ...box }) => (
        <rect
          key={id}
          className={styles[marks?.[id]?.tone === 'here' ? 'here' : type]}
          {...areaOf(box)}
          rx={12}
        />
      ))}
      {[...layout.arrows, ...layout.rails].map(({ id, points }) => (
        <polyline
          key={`${id} ${points[0]?.x}`}
          points={points.map(({ x, y }: Point) => `${x},${y}`).join(' ')}
        />
      ))}
      <rect className={styles.seen} {...seen} rx={8} />
    </svg>
  );
}

const areaOf = ({ x, y, width, height }: Area): Area => ({ x, y, width, height });

/** The part of the picture on screen, in its own units; null until there is a room to measure. */
function useSeen(ref: OverviewProps['view'], zoom: number): Area | null {
  const [room, setRoom] = useState<Area | null>(null);
  useEffect(() => {
    const view = ref.current;
    if (!view) return;
    const measure = () =>
      setRoom({
        x: view.scrollLeft,
        y: view.scrollTop,
        width: view.clientWidth,
        height: view.clientHeight,
      });
    const resized = new ResizeObserver(measure);
    resized.observe(view);
    view.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      view.removeEventListener('scroll', measure);
    };
  }, [ref]);
  if (!room) return null;
  const { x, y, width, height } = room;
  return { x: x / zoom, y: y / zoom, width: width / zoom, height: height / zoom };
}
