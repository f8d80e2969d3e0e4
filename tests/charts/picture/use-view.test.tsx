import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useView } from '#charts/picture/use-view.ts';
import type { Area } from '#lib/statechart/drawing/chart-layout.ts';

const room = { width: 800, height: 400 };
const picture = { width: 2000, height: 1000 };
const begin: Area = { x: 0, y: 0, width: 100, height: 50 };

/** Pixels by which the view is scrolled, and the zoom. */
function view() {
  const { scrollLeft, scrollTop } = screen.getByTestId('view');
  const zoom = Number(screen.getByTestId('picture').getAttribute('data-zoom'));
  return { left: Math.round(scrollLeft), top: Math.round(scrollTop), zoom };
}
let shown: () => Area;
let wasDragged: () => boolean;
function Picture({ place }: { place: Area }) {
  const { ref, zoom, fit, zoomBy, drag, ...rest } = useView(picture, place);
  ({ shown, wasDragged } = rest);
  return (
    <div ref={ref} data-testid="view">
      <div data-testid="picture" data-zoom={zoom} {...drag} />
      <button type="button" onClick={fit}>
        Fit
      </button>
      <button type="button" onClick={() => zoomBy(2)}>
        Larger
      </button>
    </div>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function point(type: 'Down' | 'Move' | 'Up' | 'Leave', x = 0, y = 0, others = {}) {
  const at = { clientX: x, clientY: y, pointerType: 'mouse', button: 0, ...others };
  fireEvent[`pointer${type}`](screen.getByTestId('picture'), at);
}
function open(place = begin) {
  const { rerender } = render(<Picture place={place} />);
  return (next: Area) => rerender(<Picture place={next} />);
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(room.height);
});
afterEach(() => {
  for (const name of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(Element.prototype, name, 'get').mockRestore();
});

test('the picture opens readable, with an area out of sight centred', () => {
  open({ x: 1500, y: 800, width: 100, height: 50 });
  // (1500 + 50) × 0.88 − 800 / 2, (800 + 25) × 0.88 − 400 / 2.
  expect(view()).toEqual({ left: 964, top: 526, zoom: 0.88 });
});

test('another area is scrolled into view; a visible one does not scroll', () => {
  const show = open();
  expect(view()).toEqual({ left: 0, top: 0, zoom: 0.88 });
  show({ x: 1000, y: 600, width: 200, height: 100 });
  expect(view()).toEqual({ left: 568, top: 372, zoom: 0.88 });
  show({ x: 1050, y: 610, width: 200, height: 100 });
  expect(view()).toEqual({ left: 568, top: 372, zoom: 0.88 });
});

test('the picture can be fitted, and zooms around the centre of the view', () => {
  open({ x: 950, y: 475, width: 100, height: 50 });
  expect(view()).toEqual({ left: 480, top: 240, zoom: 0.88 });
  expect(shown()).toEqual({ x: 480 / 0.88, y: 240 / 0.88, width: 800 / 0.88, height: 400 / 0.88 });
  press('Larger');
  // The middle, at 900 and 450 pixels before, stands at twice that, less half the room.
  expect(view()).toEqual({ left: 1360, top: 680, zoom: 1.76 });
  press('Fit');
  expect(view().zoom).toBe(0.4);
});

test('the view cannot scroll beyond the picture', () => {
  open();
  press('Fit');
  const seen = screen.getByTestId('view');
  seen.scrollLeft = 100;
  seen.scrollTop = 40;
  expect(shown()).toEqual({ x: 250, y: 100, width: 1750, height: 900 });
});

test('dragging scrolls and does not count as a click', () => {
  open({ x: 950, y: 475, width: 100, height: 50 });
  point('Move', 10, 10);
  expect(view()).toMatchObject({ left: 480, top: 240 });
  point('Down', 100, 100);
  point('Move', 102, 103);
  expect([view().left, wasDragged()]).toEqual([480, false]);
  point('Move', 130, 80);
  expect(view()).toMatchObject({ left: 450, top: 260 });
  // Once it moves, also back to where it began.
  point('Move', 101, 100);
  expect([view().left, view().top, wasDragged()]).toEqual([479, 240, true]);
  point('Up');
  point('Move', 300, 300);
  expect(view()).toMatchObject({ left: 479, top: 240 });
  point('Down', 300, 300);
  expect(wasDragged()).toBe(false);
  point('Leave');
  point('Move', 400, 400);
  expect(view()).toMatchObject({ left: 479, top: 240 });
});

test.each([
  ['a finger, which scrolls by itself', { pointerType: 'touch' }],
  ['another button', { button: 2 }],
])('%s does not drag it', (_, others) => {
  open();
  point('Down', 100, 100, others);
  point('Move', 50, 50);
  expect([view().left, wasDragged()]).toEqual([0, false]);
});

test('a link in the picture is not dragged as text', () => {
  open();
  expect(fireEvent.dragStart(screen.getByTestId('picture'))).toBe(false);
});
