import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

interface QueueKeys {
  table: RefObject<HTMLTableElement | null>;
  onTake: (number: string) => void;
}

/** Single keys of the queue: through its rows, and what they do with the one that has the focus. */
export function useQueueKeys({ table, onTake }: QueueKeys) {
  const { t } = useLingui();
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
  return useShortcuts([
    { key: 'j', label: t`Next application`, run: () => step(1) },
    { key: 'k', label: t`Previous application`, run: () => step(-1) },
    {
      key: 'o',
      label: t`Open the application`,
      run: () => {
        const { links, at } = rows();
        links[at]?.click();
      },
    },
    {
      key: 'x',
      label: t`Select the application`,
      run: () => {
        const { links, at } = rows();
        links[at]?.closest('tr')?.querySelector<HTMLElement>('[data-choice]')?.click();
      },
    },
    {
      key: 'a',
      label: t`Take the application`,
      run: () => {
        const { links, at } = rows();
        const number = links[at]?.dataset.number;
        if (number) onTake(number);
      },
    },
    {
      key: '/',
      label: t`Search`,
      run: () => document.querySelector<HTMLInputElement>('input[name=search]')?.focus(),
    },
  ]);
}
