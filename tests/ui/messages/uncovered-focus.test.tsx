import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { useUncoveredFocus } from '#ui/messages/message-area.tsx';

const rect = (top: number, bottom: number) => new DOMRect(0, top, 100, bottom - top);
const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  vi.stubGlobal('scrollBy', scrolled);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run();
    return 1;
  });
});

function Area() {
  const area = useRef<HTMLDivElement>(null);
  useUncoveredFocus(area);
  return (
    <>
      <input aria-label="Field" />
      <div role="dialog">
        <input aria-label="In a dialog" />
      </div>
      <div ref={area} data-testid="area">
        <button type="button">Close</button>
      </div>
    </>
  );
}

/** Focuses a named field at this position, with the area at 500 to 600 px. */
function focus(name: string, top: number, bottom: number, area = rect(500, 600)) {
  showPart(<Area />);
  focusIn(name, top, bottom, area);
}

function focusIn(name: string, top: number, bottom: number, area = rect(500, 600)) {
  vi.spyOn(screen.getByTestId('area'), 'getBoundingClientRect').mockReturnValue(area);
  const field = screen.getByLabelText<HTMLElement>(name, { selector: 'input' });
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(rect(top, bottom));
  act(() => field.focus());
}

test.each([
  ['under the area', 510, 540, 52],
  ['half under it', 480, 520, 32],
  ['nearer than the gap', 460, 490, 2],
])('a field %s is scrolled into view with a gap of 12 px', (_, top, bottom, by) => {
  focus('Field', top, bottom);
  expect(scrolled.mock.calls).toEqual([[0, by]]);
});

test.each([
  ['that is in sight', 400, 430],
  ['that ends at the gap', 450, 488],
  ['below the area', 600, 640],
  ['as high as the window that is left', 100, 600],
])('a field %s stays', (_, top, bottom) => {
  focus('Field', top, bottom);
  expect(scrolled).not.toHaveBeenCalled();
});

test('an empty area covers nothing', () => {
  focus('Field', 510, 540, rect(500, 500));
  expect(scrolled).not.toHaveBeenCalled();
});

test('fields in dialogs are skipped', () => {
  focus('In a dialog', 510, 540);
  expect(scrolled).not.toHaveBeenCalled();
});

test('buttons of the area are skipped', () => {
  showPart(<Area />);
  vi.spyOn(screen.getByTestId('area'), 'getBoundingClientRect').mockReturnValue(rect(500, 600));
  const button = screen.getByRole('button', { name: 'Close' });
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(rect(510, 540));
  act(() => button.focus());
  expect(scrolled).not.toHaveBeenCalled();
});

test.each(['pointerup', 'pointercancel'] as const)(
  'nothing scrolls between press and «%s»',
  (end) => {
    showPart(<Area />);
    fireEvent.pointerDown(document.body);
    focusIn('Field', 510, 540);
    expect(scrolled).not.toHaveBeenCalled();
    act(() => void document.dispatchEvent(new Event(end)));
    expect(scrolled.mock.calls).toEqual([[0, 52]]);
  },
);

test('a new message over the focused field scrolls it into view', () => {
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  focus('Field', 510, 540, rect(500, 500));
  vi.spyOn(screen.getByTestId('area'), 'getBoundingClientRect').mockReturnValue(rect(500, 600));
  act(() => resized());
  expect(scrolled.mock.calls).toEqual([[0, 52]]);
});
