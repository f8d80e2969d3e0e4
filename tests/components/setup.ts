import { configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { activateLanguage } from '#ui/language/language.ts';

// A zone that is not UTC shows where the two are mixed up.
process.env.TZ = 'Europe/Warsaw';
vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);

configure({
  asyncUtilTimeout: 30_000,
  // The first lines say what was not found; the whole document says nothing more.
  getElementError: (message) => new Error((message ?? '').split('\n\nIgnored nodes')[0]),
});

// What a browser has and jsdom has not.
vi.stubGlobal('scrollTo', () => {});
HTMLElement.prototype.scrollIntoView = () => {};
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
// Nothing is drawn here: browser tests count the ink.
vi.mock('../../src/desk/papers/paper-pages.ts', () => ({
  openPaper: async () => ({ pages: [{ number: 1, ratio: 0.7, draw: async () => {} }], close() {} }),
}));
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
URL.createObjectURL ??= () => 'blob:saved';
URL.revokeObjectURL ??= () => {};

// No style sheet is loaded: what the page hides, it hides by attributes. The whole cascade costs
// more than everything else in these tests.
vi.stubGlobal('getComputedStyle', (element: HTMLElement) => {
  const style: Record<string, string> = {
    display: element.hidden ? 'none' : 'block',
    visibility: 'visible',
    content: 'none',
  };
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' };
});

await activateLanguage('en');

const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => complaints.mockClear());
afterEach(() => {
  const told = complaints.mock.calls.map((words) => words.map(String).join(' '));
  // jsdom has no class for `<search>` yet.
  expect(told.filter((words) => !/unrecognized in this browser.*search/.test(words))).toEqual([]);
});
