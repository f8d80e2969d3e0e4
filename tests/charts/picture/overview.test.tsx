import { fireEvent, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overview } from '#charts/picture/overview.tsx';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

const layout = { width: 2000, height: 1000, states: [], arrows: [], rails: [] };
const room = { width: 800, height: 400 };

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(room.height);
  // A twentieth of the picture, 300 px from the left and 70 from above.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(300, 70, 100, 50),
  );
  Element.prototype.setPointerCapture ??= () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      constructor(measure: () => void) {
        this.observe = measure;
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(zoom: number) {
  const view = createRef<HTMLDivElement>();
  const { container } = render(
    <>
      <div ref={view} data-testid="view" />
      <Overview layout={layout as unknown as ChartLayout} marks={{}} view={view} zoom={zoom} />
    </>,
  );
  const small = container.querySelector('svg');
  const frame = () =>
    ['x', 'y', 'width', 'height'].map((name) =>
      Number(small?.querySelector('rect:last-child')?.getAttribute(name)),
    );
  const scrolled = () => [view.current?.scrollLeft, view.current?.scrollTop];
  const point = (type: 'pointerDown' | 'pointerMove', x: number, y: number, buttons = 1) =>
    fireEvent[type](small as Element, { clientX: x, clientY: y, buttons });
  return { small, frame, scrolled, point, view };
}

test('what is on screen is framed, and a press moves it to the middle of the room', () => {
  const { small, frame, scrolled, point, view } = open(2);
  expect(small?.getAttribute('viewBox')).toBe('0 0 2000 1000');
  expect(small?.getAttribute('aria-hidden')).toBe('true');
  expect(frame()).toEqual([0, 0, 400, 200]);
  // The middle of the small picture is that of the large one: 1000, 500.
  point('pointerDown', 350, 95);
  expect(scrolled()).toEqual([(1000 - 200) * 2, (500 - 100) * 2]);
  fireEvent.scroll(view.current as Element);
  expect(frame()).toEqual([800, 400, 400, 200]);
  point('pointerMove', 360, 80);
  expect(scrolled()).toEqual([(1200 - 200) * 2, (200 - 100) * 2]);
});

test('a pointer that is not pressed moves nothing', () => {
  const { scrolled, point } = open(2);
  point('pointerMove', 350, 95, 0);
  expect(scrolled()).toEqual([0, 0]);
});

test.each([
  [0.4, false],
  [0.41, true],
])('at a zoom of %d, whether the picture is larger than its room is %s', (zoom, isThere) => {
  expect(open(zoom).small !== null).toBe(isThere);
});
