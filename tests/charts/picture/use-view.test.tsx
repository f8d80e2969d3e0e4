import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useView } from '#charts/picture/use-view.ts';
import type { Area } from '#lib/statechart/drawing/chart-layout.ts';

const room = { width: 800, height: 400 };
const picture = { width: 2000, height: 1000 };

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

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(room.height);
});
afterEach(() => {
  for (const name of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(Element.prototype, name, 'get').mockRestore();
});

test('the picture can be fitted, and zooms around the centre of the view', () => {
  render(<Picture place={{ x: 950, y: 475, width: 100, height: 50 }} />);
  expect(view()).toEqual({ left: 480, top: 240, zoom: 0.88 });
  press('Larger');
  // The centre was at 900 and 450 px. It is now at twice that, minus half the view.
  expect(view()).toEqual({ left: 1360, top: 680, zoom: 1.76 });
  press('Fit');
  expect(view().zoom).toBe(0.4);
});
