import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '#charts/animation/clock.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { analyst } from '#tests/components/people.ts';
import { pageOf, rowsOf, textOf } from '#tests/components/reading.ts';
import { sentTo } from '#tests/components/stub-calls.ts';
import { DAY, FILED, timelineData } from './timeline-data.ts';

let frames: ((now: number) => void)[] = [];
/** Draws the next picture, so many ms after what was last drawn. */
let shown = 0;
const draw = (after: number) => {
  shown += after;
  const due = frames;
  frames = [];
  act(() => {
    for (const frame of due) frame(shown);
  });
};
beforeEach(() => {
  frames = [];
  shown = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => shown);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => {
    frames = [];
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = (search = '', answer = timelineData) =>
  openPage(`/charts/application/animation${search}`, { chartTimeline: answer }, analyst);
const whereabouts = () =>
  rowsOf(screen.getByRole('table', { name: /^Applications drawn/, hidden: true })).slice(1);
const time = () => screen.getByRole('slider', { name: 'Time shown' }) as HTMLInputElement;

test('it begins when the first was filed, and the slider goes to any time', async () => {
  open('?kind=personal');
  const page = await pageOf('Animation');
  expect(textOf(page)).toContain('Drawn: 2 of them, chosen by chance.');
  expect(whereabouts()).toEqual([['Submitted', '1']]);
  expect(time().getAttribute('aria-valuetext')).toContain('2 March 2026');
  fireEvent.change(time(), { target: { value: String(FILED + 3.5 * DAY) } });
  expect(whereabouts()).toEqual([
    ['Data under review', '1'],
    ['Submitted', '1'],
  ]);
  expect(time().getAttribute('aria-valuetext')).toContain('5 March 2026');
  expect(sentTo('chartTimeline')).toEqual([{ kind: 'personal' }]);
});

test('it plays, holds, and begins anew after the end', async () => {
  open();
  await pageOf('Animation');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  draw(30_000);
  const half = Number(time().value);
  expect(half - FILED).toBe(4.5 * DAY);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  draw(10_000);
  expect(Number(time().value)).toBe(half);
  fireEvent.change(screen.getByRole('combobox', { name: 'Playback speed' }), {
    target: { value: '4' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  draw(10_000);
  draw(1);
  expect(time().value).toBe(time().max);
  expect(whereabouts()).toEqual([
    ['Terminated by the requester', '1'],
    ['Submitted', '1'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(Number(time().value)).toBe(FILED);
});

test('applications are marks on their states, with their number', async () => {
  open();
  const page = await pageOf('Animation');
  fireEvent.change(time(), { target: { value: String(FILED + 2 * DAY) } });
  const resting = [...page.querySelectorAll('[data-resting]')].map((state) => [
    state.getAttribute('data-resting'),
    textOf(state as HTMLElement),
  ]);
  expect(resting).toEqual([
    ['dataRequest.awaited', '1'],
    ['qualification.submitted', '1'],
  ]);
  expect(within(page).getByRole('list', { name: 'Party waited for after a step' })).toBeTruthy();
});

test('a state chosen in the picture leaves time and speed as they are', async () => {
  open();
  const page = await pageOf('Animation');
  fireEvent.change(screen.getByRole('combobox', { name: 'Playback speed' }), {
    target: { value: '4' },
  });
  fireEvent.change(time(), { target: { value: String(FILED + 3 * DAY) } });
  const state = page.querySelector('[data-state="dataRequest.awaited"] a');
  fireEvent.click(state as Element);
  expect(addressNow()).toContain('state=dataRequest.awaited');
  expect(Number(time().value)).toBe(FILED + 3 * DAY);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  draw(10_000);
  expect(Number(time().value)).toBe(FILED + 9 * DAY);
});

test('where none fits, it says so', async () => {
  open('', { ...timelineData, total: 0, cases: [] });
  expect(textOf(await pageOf('Animation'))).toContain('No application fits');
});

test('a clock that nobody looks at any more stands still', () => {
  const clock = createClock(0, 60_000);
  const leave = clock.subscribe(() => {});
  clock.play();
  leave();
  draw(1000);
  expect([clock.at(), clock.isPlaying()]).toEqual([0, false]);
});
