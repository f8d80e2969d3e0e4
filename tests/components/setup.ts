import { configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { activateLanguage } from '#ui/language/language.ts';
import { watchTexts } from './bare-texts.ts';
import { beginVisit, endVisit } from './open-page.tsx';

// A zone that is not UTC shows where the two are mixed up.
process.env.TZ = 'Europe/Warsaw';
vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);

configure({
  // What hangs is found; a machine that is merely slow is no failure, but where faults are tried.
  asyncUtilTimeout: Number(process.env.PAGE_WAIT_MS ?? 30_000),
  // The first lines say what was not found; the whole document says nothing more.
  getElementError: (message) => new Error((message ?? '').split('\n\nIgnored nodes')[0]),
});

// What a browser has and jsdom has not.
vi.stubGlobal('scrollTo', () => {});
vi.stubGlobal('CSS', { escape: (name: string) => name.replaceAll(/[^\w-]/g, '\\$&') });
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
URL.createObjectURL ??= () => 'blob:saved';
URL.revokeObjectURL ??= () => {};

// React keeps a stack of each element that is made, for its warnings: a sixth of these tests' time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} },
);

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
beforeEach(beginVisit);
afterEach(() => {
  const errors = complaints.mock.calls.map((words) => words.map(String).join(' '));
  // jsdom has no class for `<search>` yet.
  expect(errors.filter((words) => !/unrecognized in this browser.*search/.test(words))).toEqual([]);
});
let brokenByTranslation: () => string[];
beforeEach(() => {
  brokenByTranslation = watchTexts();
});
afterEach(() => {
  const broken = brokenByTranslation();
  endVisit();
  expect(broken, 'texts to be put into elements').toEqual([]);
});
// Files share a process: each finds the browser as it was.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
