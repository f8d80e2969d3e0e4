import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { useLocalStorage } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Decision } from '#contract/decision.ts';
import { msg } from '#lib/words/msg.ts';
import { decisionActs } from '../decision/use-decision-words.ts';
import styles from './shortcuts.module.css';
import type { Keys } from './shortcuts-help.tsx';

const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx'));

export const queueKeys = {
  j: msg`Next application`,
  k: msg`Previous application`,
  o: msg`Open the application`,
  x: msg`Select the application`,
  t: msg`Take the application`,
  '/': msg`Search`,
} as const satisfies Keys;

/** A decision has the same letter in every state. */
export const decisionKeys = {
  start: 's',
  pass: 'p',
  approve: 'a',
  request: 'q',
  refuse: 'r',
  withhold: 'h',
  suspend: 'e',
  resume: 'c',
  extend: 'l',
  withdrawQuestion: 'v',
  withdrawApproval: 'b',
  endSharing: 'z',
  reopen: 'o',
} as const satisfies Record<Decision, string>;

type DecisionKey = (typeof decisionKeys)[Decision];

export const caseKeys = {
  ...(Object.fromEntries(
    Object.entries(decisionKeys).map(([decision, key]) => [
      key,
      decisionActs[decision as Decision],
    ]),
  ) as Record<DecisionKey, MessageDescriptor>),
  d: msg`Decide`,
  j: msg`Next application`,
  k: msg`Previous application`,
  t: msg`Take the application`,
  f: msg`Next file`,
  g: msg`Previous file`,
  '.': msg`Next page of the file`,
  ',': msg`Previous page of the file`,
  w: msg`Start or stop watching the application`,
  n: msg`Write a note`,
  u: msg`Back to the queue`,
} as const satisfies Keys;

interface ShortcutsProps<Key extends string> {
  keys: Readonly<Record<Key, MessageDescriptor>>;
  actions: Readonly<Record<Key, () => void>>;
}

/**
 * Single-key shortcuts of a page, with their help behind a button and `?`. They can be turned off
 * (WCAG 2.1.4) and are disabled while the user types or a dialog is open.
 */
export function Shortcuts<Key extends string>({ keys, actions }: ShortcutsProps<Key>) {
  const [isOpen, setOpen] = useState(false);
  // Without a default value, which the hook would store before the user chooses.
  const [setting, setSetting] = useLocalStorage<string | undefined>({
    key: 'desk:shortcuts',
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
  const isOff = setting === 'off';
  /** The help may still be loading. */
  const isHelping = useRef(isOpen);
  isHelping.current = isOpen;
  const current = useRef(actions);
  current.current = actions;

  useEffect(() => {
    if (isOff) return;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isHelping.current || isTyping(event.target) || document.querySelector('[role=dialog]'))
        return;
      if (event.key === '?') setOpen(true);
      else if (Object.hasOwn(current.current, event.key)) current.current[event.key as Key]();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOff]);

  return (
    <>
      <button type="button" className={styles.opener} onClick={() => setOpen(true)}>
        <Trans>Keyboard shortcuts</Trans> <kbd>?</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <ShortcutsHelp
            keys={keys}
            isOff={isOff}
            onChange={(isOn) => setSetting(isOn ? 'on' : 'off')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('input, select, textarea') || target.isContentEditable;
  return isField && !target.matches('[type=checkbox], [type=radio]');
}
