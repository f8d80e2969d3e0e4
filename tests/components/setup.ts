import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { activateLanguage } from '#ui/language/language.ts';
import { watchTexts } from './bare-texts.ts';
import { beginVisit, endVisit } from './open-page.tsx';

// A zone other than UTC reveals code that confuses local time with UTC.
process.env.TZ = 'Europe/Warsaw';
vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);

// Tests use the ASCII hyphen.
const say = i18n._.bind(i18n) as (...message: unknown[]) => string;
i18n._ = i18n.t = (...message: unknown[]) => say(...message).replaceAll('\u2011', '-');

configure({
  // Long enough for a slow machine.
  asyncUtilTimeout: Number(process.env.PAGE_WAIT_MS ?? 30_000),
  // Only the first lines of the message; the document is not helpful.
  getElementError: (message) => new Error((message ?? '').split('\n\nIgnored nodes')[0]),
});

// Browser APIs that jsdom lacks.
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
// jsdom renders nothing; browser tests cover the drawing.
vi.mock('../../src/desk/papers/paper-pages.ts', () => ({
  openPaper: async () => ({ pages: [{ number: 1, ratio: 0.7, draw: async () => {} }], close() {} }),
}));
URL.createObjectURL ??= () => 'blob:saved';
URL.revokeObjectURL ??= () => {};

// React records a stack for each element, a sixth of the time of these tests.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} },
);

// jsdom loads no style sheets, and its cascade takes most of the time of these tests.
vi.stubGlobal('getComputedStyle', (element: HTMLElement) => {
  const style: Record<string, string> = {
    display: element.hidden ? 'none' : 'block',
    visibility: 'visible',
    content: 'none',
  };
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' };
});

// jsdom searches the whole document for each of these.
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      const all = [...document.getElementsByTagName('label')];
      return all.filter((label) =>
        label.htmlFor ? label.htmlFor === this.id : label.contains(this),
      );
    },
  });
Object.defineProperty(HTMLLabelElement.prototype, 'control', {
  get(this: HTMLLabelElement) {
    const { htmlFor } = this;
    return htmlFor ? document.getElementById(htmlFor) : this.querySelector('input,select,textarea');
  },
});
// Pages read the cookies at each rendering.
const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
let cookies: string | undefined;
Object.defineProperty(document, 'cookie', {
  configurable: true,
  get: () => (cookies ??= cookie.get?.call(document)),
  set: (value: string) => {
    cookie.set?.call(document, value);
    cookies = undefined;
  },
});

await activateLanguage('en');
// Pages load these on demand. An import that outlives its test would fail the file.
await import('#ui/account/account-menu.tsx');
await import('#desk/notes/case-notes.tsx');
await import('#ui/consent/cookie-settings.tsx');
// `lazy` resolves when it is first rendered: tests then find menus and dialogs immediately.
const { ConfirmDialog } = await import('#ui/dialog/dialog.tsx');
const { MoreMenu } = await import('#ui/menu/more-menu.tsx');
const inProviders = (child: React.ReactNode) =>
  React.createElement(MantineProvider, null, React.createElement(I18nProvider, { i18n }, child));
render(inProviders(React.createElement(MoreMenu, { label: 'menu', actions: [] })));
fireEvent.click(screen.getByRole('button'));
await screen.findByRole('button', { expanded: true });
cleanup();
const dialog = { title: 'dialog', confirm: 'yes', onConfirm: () => {}, onCancel: () => {} };
render(inProviders(React.createElement(ConfirmDialog, dialog)));
await screen.findByRole('dialog');
cleanup();

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
// Test files share a process: restore the browser.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
