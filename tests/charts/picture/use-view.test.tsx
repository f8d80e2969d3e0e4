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
function Picture({ place }: { place: Area }) {
  const { ref, zoom, fit, zoomBy } = useView(picture, place);
  return (
    <div ref={ref} data-testid="view">
      <div data-testid="picture" data-zoom={zoom} />
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

test('the picture opens in a readable size, with a selected area centred if it is out of sight', () => {
  open({ x: 1500, y: 800, width: 100, height: 50 });
  // (1500 + 50) × 0.88 − 800 / 2, (800 + 25) × 0.88 − 400 / 2.
  expect(view()).toEqual({ left: 964, top: 526, zoom: 0.88 });
});

test('the view scrolls to another area unless it is visible', () => {
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
  press('Larger');
  // The centre was at 900 and 450 px. It is now at twice that, minus half the view.
  expect(view()).toEqual({ left: 1360, top: 680, zoom: 1.76 });
  press('Fit');
  expect(view().zoom).toBe(0.4);
});
