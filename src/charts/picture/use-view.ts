import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Area, ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

type Size = Pick<Area, 'width' | 'height'>;

const ZOOM = { least: 0.2, most: 4 };
const MIN_TEXT_PX = 11;

export const clampedZoom = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));

export function fittingZoom(room: Size, picture: Size): number {
  return clampedZoom(Math.min(room.width / picture.width, room.height / picture.height));
}

/**
 * Returns the initial zoom: shows the whole picture, at most at its natural size, unless its text
 * would be illegible.
 * @param leastText smallest size of text in the picture, px
 */
export function initialZoom(room: Size, picture: Size, leastText = 12.5): number {
  return Math.min(1, Math.max(MIN_TEXT_PX / leastText, fittingZoom(room, picture)));
}

const FRAME_PX = 6;

/** Fraction of the view along each edge that counts as out of sight. */
const EDGE = 0.12;

export function scrollPosition(
  scrolled: number,
  room: number,
  begin: number,
  length: number,
): number {
  const edge = room * EDGE;
  const isInSight = begin >= scrolled + edge && begin + length <= scrolled + room - edge;
  return isInSight ? scrolled : Math.max(0, begin + length / 2 - room / 2);
}

/**
 * Controls the visible part of a picture by scroll position and zoom. Scrolls `place` into view if
 * it is out of sight.
 */
export function useView(
  { width, height }: Pick<ChartLayout, 'width' | 'height'>,
  place: Area,
  leastText?: number,
) {
  const ref = useRef<HTMLDivElement>(null);
  const [measured, setZoom] = useState<number | null>(null);
  const zoom = measured ?? 1;

  useLayoutEffect(() => {
    if (ref.current) setZoom(initialZoom(roomInWindow(ref.current), { width, height }, leastText));
  }, [width, height, leastText]);

  const bringIntoView = useEffectEvent(({ x, y, width: wide, height: high }: Area) => {
    const view = ref.current;
    if (!view) return;
    view.scrollLeft = scrollPosition(view.scrollLeft, view.clientWidth, x * zoom, wide * zoom);
    view.scrollTop = scrollPosition(view.scrollTop, view.clientHeight, y * zoom, high * zoom);
  });
  const isMeasured = measured !== null;
  useLayoutEffect(() => {
    if (isMeasured) bringIntoView(place);
  }, [isMeasured, place]);

  return {
    ref,
    zoom,
    fit() {
      if (ref.current) setZoom(fittingZoom(roomOf(ref.current), { width, height }));
    },
    zoomBy(factor: number) {
      const view = ref.current;
      if (!view) return;
      const { clientWidth, clientHeight } = view;
      const x = (view.scrollLeft + clientWidth / 2) / zoom;
      const y = (view.scrollTop + clientHeight / 2) / zoom;
      const next = clampedZoom(zoom * factor);
      flushSync(() => setZoom(next));
      view.scrollLeft = x * next - clientWidth / 2;
      view.scrollTop = y * next - clientHeight / 2;
    },
  };
}

function roomInWindow(view: HTMLElement): Size {
  const { width, height } = roomOf(view);
  const { top } = view.getBoundingClientRect();
  return { width, height: Math.min(height, window.innerHeight - top - FRAME_PX) };
}

function roomOf({ clientWidth: width, clientHeight: height }: HTMLElement) {
  return { width, height };
}
