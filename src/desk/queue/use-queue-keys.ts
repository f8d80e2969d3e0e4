import type { RefObject } from 'react';
import { queueKeys } from '../keyboard/keys.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

interface QueueKeys {
  table: RefObject<HTMLTableElement | null>;
  onTake: (number: string) => void;
}

/** Single keys of the queue: through its rows, and what they do with the one that has the focus. */
export function useQueueKeys({ table, onTake }: QueueKeys) {
  /** The links to the applications, and which row has the focus. */
  function rows() {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [])];
    const row = document.activeElement?.closest('tr');
    return { links, at: links.findIndex((link) => link.closest('tr') === row) };
  }
  const step = (by: number) => {
    const { links, at } = rows();
    links[Math.max(0, Math.min(at + by, links.length - 1))]?.focus();
  };
  const row = () => {
    const { links, at } = rows();
    return links[at];
  };
  return useShortcuts(queueKeys, {
    j: () => step(1),
    k: () => step(-1),
    o: () => row()?.click(),
    x: () => row()?.closest('tr')?.querySelector<HTMLElement>('[data-choice]')?.click(),
    a: () => {
      const number = row()?.dataset.number;
      if (number) onTake(number);
    },
    '/': () => document.querySelector<HTMLInputElement>('input[name=search]')?.focus(),
  });
}
