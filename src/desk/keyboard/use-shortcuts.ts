import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useEffect, useRef, useState } from 'react';

export interface Shortcut {
  /** The character that is typed. */
  key: string;
  label: string;
  run: () => void;
}

const SETTING = 'desk:shortcuts';

function areOff(): boolean {
  try {
    return localStorage.getItem(SETTING) === 'off';
  } catch {
    return false;
  }
}

export interface ShortcutsHelp {
  shortcuts: readonly Shortcut[];
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  isOff: boolean;
  turn: (isOff: boolean) => void;
}

/**
 * Runs what single keys mean on a page, and opens the help by `?`. They can be turned off
 * (WCAG 2.1.4), and mean nothing while somebody types or a dialog is open.
 */
export function useShortcuts<Key extends string>(
  keys: Readonly<Record<Key, MessageDescriptor>>,
  runs: Readonly<Record<Key, () => void>>,
): ShortcutsHelp {
  const { i18n } = useLingui();
  const shortcuts = (Object.keys(keys) as Key[]).map((key) => ({
    key,
    label: i18n._(keys[key]),
    run: runs[key],
  }));
  const [isOpen, setOpen] = useState(false);
  const [isOff, setOff] = useState(areOff);
  const current = useRef(shortcuts);
  current.current = shortcuts;

  useEffect(() => {
    if (isOff) return;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      const meant = current.current.find(({ key }) => key === event.key);
      if (event.key === '?') setOpen(true);
      else if (meant) meant.run();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOff]);

  return {
    shortcuts,
    isOpen,
    setOpen,
    isOff,
    turn(off) {
      setOff(off);
      try {
        localStorage.setItem(SETTING, off ? 'off' : 'on');
      } catch {
        // Kept for this page alone where nothing is stored.
      }
    },
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('input, select, textarea') || target.isContentEditable;
  return isField && !target.matches('[type=checkbox], [type=radio]');
}
