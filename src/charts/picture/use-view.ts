import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Area, ChartLayout } from '#charts/drawing/chart-layout.ts';

const ZOOM = { least: 0.2, most: 4, readable: 0.75 };
/** Pixels within which a press is a click. */
const STILL = 4;

const within = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));

/**
 * Which part of a picture is on screen: its place is the scroll position, its size the zoom. A
 * `place` in the picture is brought into view.
 */
export function useView(
  { width, height }: Pick<ChartLayout, 'width' | 'height'>,
  place: Area | undefined,
) {
  const ref = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  /** The point that stays where it is while the zoom changes, as shares of the picture. */
  const kept = useRef<{ x: number; y: number } | null>(null);
  const press = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const moved = useRef(false);

  const fitting = () => {
    const { clientWidth = width, clientHeight = height } = ref.current ?? {};
    return within(Math.min(clientWidth / width, clientHeight / height));
  };

  // A picture that would be too small to read begins readable, at its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the picture is another
  useLayoutEffect(() => setZoom(Math.min(1, Math.max(ZOOM.readable, fitting()))), [width, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the zoom moves the picture
  useLayoutEffect(() => {
    const view = ref.current;
    if (!view || !kept.current) return;
    view.scrollLeft = kept.current.x * width * zoom - view.clientWidth / 2;
    view.scrollTop = kept.current.y * height * zoom - view.clientHeight / 2;
    kept.current = null;
  }, [zoom]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when another place is named, not with every zoom
  useLayoutEffect(() => {
    const view = ref.current;
    if (!view || !place) return;
    view.scrollLeft = (place.x + place.width / 2) * zoom - view.clientWidth / 2;
    view.scrollTop = (place.y + place.height / 2) * zoom - view.clientHeight / 2;
  }, [place]);

  return {
    ref,
    zoom,
    fit: () => setZoom(fitting()),
    zoomBy(factor: number) {
      const view = ref.current;
      if (view)
        kept.current = {
          x: (view.scrollLeft + view.clientWidth / 2) / (width * zoom),
          y: (view.scrollTop + view.clientHeight / 2) / (height * zoom),
        };
      setZoom(within(zoom * factor));
    },
    /** The part on screen, in the picture's own units. */
    shown(): Area {
      const view = ref.current;
      if (!view) return { x: 0, y: 0, width, height };
      const x = view.scrollLeft / zoom;
      const y = view.scrollTop / zoom;
      return {
        x,
        y,
        width: Math.min(width - x, view.clientWidth / zoom),
        height: Math.min(height - y, view.clientHeight / zoom),
      };
    },
    /** Whether the press that just ended moved the picture, and so is no click. */
    wasDragged: () => moved.current,
    drag: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        moved.current = false;
        // Fingers scroll by themselves.
        if (event.pointerType !== 'mouse' || event.button !== 0) return;
        const { scrollLeft, scrollTop } = event.currentTarget;
        press.current = { x: event.clientX, y: event.clientY, left: scrollLeft, top: scrollTop };
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        const from = press.current;
        if (!from) return;
        const [x, y] = [event.clientX - from.x, event.clientY - from.y];
        if (!moved.current && Math.hypot(x, y) < STILL) return;
        moved.current = true;
        event.currentTarget.scrollLeft = from.left - x;
        event.currentTarget.scrollTop = from.top - y;
      },
      onPointerUp() {
        press.current = null;
      },
      onPointerLeave() {
        press.current = null;
      },
      // A link that is dragged would be taken for text to drop elsewhere.
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
