import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { notCompared } from '#desk/papers/comparison.ts';
import { turnedBox } from '#desk/papers/page-sheet.tsx';
import Papers, { Paper } from '#desk/papers/paper.tsx';
import * as paperPages from '#desk/papers/paper-pages.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { textOf } from '#tests/components/reading.ts';
import { file, sentTo } from '#tests/components/stub-calls.ts';

const FILE_ID = 'a'.repeat(32);
const onCompared = vi.fn();
const viewing = { wanted: { name: null, vin: null }, comparisons: {}, target: null, onCompared };
const show = (answer: ReturnType<typeof file> | Promise<ReturnType<typeof file>>) =>
  showPart(<Paper file={{ fileId: FILE_ID, name: 'scan.pdf', marks: [] }} viewing={viewing} />, {
    file: () => answer,
  });
const isUnreadable = () => screen.queryByText('This file cannot be shown') !== null;

/** Opens a paper of one page when `opened` says so; `draw` is how its page is drawn. */
function paper(draw = async (_: HTMLCanvasElement) => {}, opened = Promise.resolve()) {
  const close = vi.fn();
  const open = vi.spyOn(paperPages, 'openPaper').mockImplementation(async () => {
    await opened;
    return { pages: [{ number: 1, ratio: 0.7, draw }], close };
  });
  return { open, close };
}

/** The reader scrolls a page into view, or out of it. */
let scroll: (isNear: boolean) => Promise<void> = async () => {};
/** The observed page. The observation begins shortly after the page is shown. */
let watched: Element | null = null;
class Observer {
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    scroll = (isNear) => act(async () => seen([{ isIntersecting: isNear }]));
  }
  observe(element: Element) {
    watched = element;
  }
  disconnect() {}
}
const Absent = globalThis.IntersectionObserver;
afterEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal('IntersectionObserver', Absent);
});

test('a file that arrives after the viewer was closed is not opened', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof file>>();
  const { open } = paper();
  show(promise);
  await waitFor(() => expect(sentTo('file')).toEqual([{ fileId: FILE_ID }]));
  expect(screen.getByRole('status').textContent).toBe('Opening the file…');
  cleanup();
  await act(async () => resolve(file('x', 'scan.pdf')));
  await act(async () => {});
  expect(open).not.toHaveBeenCalled();
});

test('a file that opens after the viewer was closed is closed again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { open, close } = paper(undefined, promise);
  show(file('x', 'scan.pdf'));
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  cleanup();
  expect(close).not.toHaveBeenCalled();
  await act(async () => resolve());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('a message says that a file cannot be opened', async () => {
  paper(undefined, Promise.reject(new Error('Damaged')));
  show(file('x', 'scan.pdf'));
  await waitFor(() => expect(isUnreadable()).toBe(true));
});

test('a message says that a file needs a password', async () => {
  const locked = Object.assign(new Error('No password given'), { name: 'PasswordException' });
  paper(undefined, Promise.reject(locked));
  show(file('x', 'scan.pdf'));
  await screen.findByText('This file needs a password');
  expect(isUnreadable()).toBe(false);
  expect(onCompared).toHaveBeenLastCalledWith(
    FILE_ID,
    expect.objectContaining({ problem: 'password' }),
  );
});

test('the text of a document is shown as paragraphs', async () => {
  const paragraphs = ['Clause 1', '<b>bold</b>'];
  vi.spyOn(paperPages, 'openPaper').mockResolvedValue({ pages: [], paragraphs, close() {} });
  show(file('x', 'scan.docx'));
  const region = await screen.findByRole('region', { name: 'scan.pdf' });
  expect([...region.querySelectorAll('p')].map(textOf)).toEqual(paragraphs);
  screen.getByText(/Text only/);
});

test.each([
  ['a document', 'scan.docx', 0, 0],
  ['a scan', 'scan.pdf', 1, 1],
])('%s: %s with %i pages has %i notes that it was not compared', (_, name, pageCount, notes) => {
  paper();
  const shown = { fileId: FILE_ID, name, marks: [] };
  const compared = { [FILE_ID]: { ...notCompared, pageCount } };
  const wanted = { name: { firstName: 'Anna', middleName: '', lastName: 'Nowak' }, vin: null };
  const all = { ...viewing, files: [shown], file: shown, comparisons: compared, wanted };
  showPart(<Papers viewing={all as never} />, { file: () => file('x', name) });
  expect(screen.queryAllByText('This file has no text that can be compared.')).toHaveLength(notes);
});

test('several pages have thumbnails', async () => {
  const draw = async () => {};
  const pages = [1, 2].map((number) => ({ number, ratio: 0.7, draw }));
  vi.spyOn(paperPages, 'openPaper').mockResolvedValue({ pages, close() {} });
  show(file('x', 'scan.pdf'));
  const thumbnails = within(await screen.findByRole('navigation', { name: 'Pages' }));
  expect(thumbnails.getAllByRole('button').map((one) => [one.ariaLabel, one.ariaCurrent])).toEqual([
    ['Page 1', 'page'],
    ['Page 2', null],
  ]);
});

test('the thumbnails scroll to the page in view', async () => {
  const offsetTop = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get');
  offsetTop.mockImplementation(function (this: HTMLElement) {
    return this.ariaLabel === 'Page 2' ? 300 : 0;
  });
  onTestFinished(() => offsetTop.mockRestore());
  const pages = [1, 2].map((number) => ({ number, ratio: 0.7, draw: async () => {} }));
  vi.spyOn(paperPages, 'openPaper').mockResolvedValue({ pages, close() {} });
  show(file('x', 'scan.pdf'));
  fireEvent.scroll(await screen.findByRole('region', { name: 'scan.pdf' }));
  await waitFor(() =>
    expect(screen.getByRole('navigation', { name: 'Pages' }).scrollTop).toBe(300),
  );
});

test('a file is closed with the viewer', async () => {
  const { close } = paper();
  show(file('x', 'scan.pdf'));
  await screen.findByRole('img', { name: 'Page 1 of 1' });
  expect(close).not.toHaveBeenCalled();
  cleanup();
  expect(close).toHaveBeenCalledOnce();
});

test('a page is drawn when it is near the view, and frees its pixels afterwards', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  const draw = vi.fn(async (canvas: HTMLCanvasElement) => {
    canvas.width = 1400;
    canvas.height = 2000;
  });
  paper(draw);
  show(file('x', 'scan.pdf'));
  const canvas = await screen.findByRole<HTMLCanvasElement>('img', { name: 'Page 1 of 1' });
  expect(canvas.style.aspectRatio).toBe('auto 0.7');
  await waitFor(() => expect(watched).toBe(canvas));
  await scroll(false);
  expect(draw).not.toHaveBeenCalled();
  await scroll(true);
  await scroll(true);
  expect([draw.mock.calls.length, canvas.width]).toEqual([1, 1400]);
  await scroll(false);
  expect([canvas.width, canvas.height]).toEqual([0, 0]);
  await scroll(true);
  expect([draw.mock.calls.length, canvas.width]).toEqual([2, 1400]);
});

test('a message says that a page cannot be drawn', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  paper(() => Promise.reject(new Error('Damaged')));
  show(file('x', 'scan.pdf'));
  const canvas = await screen.findByRole('img', { name: 'Page 1 of 1' });
  await waitFor(() => expect(watched).toBe(canvas));
  expect(isUnreadable()).toBe(false);
  await scroll(true);
  expect(isUnreadable()).toBe(true);
});

const box = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 };

test('the frame of a field turns with its page', () => {
  expect(turnedBox(box, 0)).toEqual(box);
  expect(turnedBox(box, 90)).toEqual({ left: 0.6875, top: 0.125, width: 0.0625, height: 0.25 });
  expect(turnedBox(box, 180)).toEqual({ ...box, left: 0.625, top: 0.6875 });
  expect(turnedBox(box, 270)).toEqual({ left: 0.25, top: 0.625, width: 0.0625, height: 0.25 });
});
