import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDraft, forgetDraft, forgetDrafts, keepDraft, restored } from '#ui/form/drafts.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
let kept: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  kept = new Map();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('location', { pathname: '/apply' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a draft is found again with its place and time', () => {
  keepDraft('one', { values: { name: 'Anna' } });
  expect(findDraft('one')).toEqual({ values: { name: 'Anna' }, savedAt: NOW, place: '/apply' });
  expect(findDraft('other')).toBeNull();
});

test('a draft of before place and time were kept still reads', () => {
  kept.set('draft:old', JSON.stringify({ name: 'Anna' }));
  expect(findDraft('old')).toEqual({ values: { name: 'Anna' }, savedAt: null, place: null });
});

test('what cannot be read is no draft', () => {
  kept.set('draft:broken', '{');
  expect(findDraft('broken')).toBeNull();
});

test('a full storage costs the draft, not the form', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => keepDraft('one', {})).not.toThrow();
});

test('drafts are forgotten, one or all, and nothing else with them', () => {
  kept.set('language', 'pl');
  for (const key of ['one', 'two', 'three']) keepDraft(key, {});
  forgetDraft('two');
  expect([...kept.keys()]).toEqual(['language', 'draft:one', 'draft:three']);
  forgetDrafts();
  expect([...kept.keys()]).toEqual(['language']);
});

test('a draft of more than 30 days is gone from the device', () => {
  keepDraft('one', { values: {} });
  vi.setSystemTime(NOW + 30 * 24 * 3_600_000 - 1);
  expect(findDraft('one')).not.toBeNull();
  vi.setSystemTime(NOW + 30 * 24 * 3_600_000);
  expect([findDraft('one'), kept.size]).toEqual([null, 0]);
});

test('a draft of a form that had other fields opens with those it has today', () => {
  const today = { name: '', kinds: [] as string[], isTicked: false, user: { city: '', zip: '' } };
  const before = { name: 'Anna', kinds: 'all', gone: 'x', user: { city: 'Turin', fax: '1' } };
  expect(restored(today, before)).toEqual({
    name: 'Anna',
    kinds: [],
    isTicked: false,
    user: { city: 'Turin', zip: '' },
  });
  expect(restored(today, { user: null, kinds: ['a'] })).toEqual({ ...today, kinds: ['a'] });
});
