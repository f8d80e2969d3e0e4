import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import type { Decision } from '#contract/decision.ts';
import { msg } from '#lib/words/msg.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { decisionActs } from '../decision/use-decision-words.ts';
import { useLocalSetting } from '../local-setting.ts';
import styles from './shortcuts.module.css';

type Keys = Readonly<Record<string, MessageDescriptor>>;

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

export const caseKeys = {
  ...(Object.fromEntries(
    Object.entries(decisionKeys).map(([decision, key]) => [
      key,
      decisionActs[decision as Decision],
    ]),
  ) as Record<(typeof decisionKeys)[Decision], MessageDescriptor>),
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
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [setting, setSetting] = useLocalSetting('desk:shortcuts');
  const isOff = setting === 'off';
  useWindowEvent('keydown', (event) => {
    if (isOff || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // The help may be open but still loading, so that its dialog does not exist yet.
    if (isOpen || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    if (event.key === '?') setOpen(true);
    else if (Object.hasOwn(actions, event.key)) actions[event.key as Key]();
    else return;
    event.preventDefault();
  });

  return (
    <>
      <button type="button" className={styles.opener} onClick={() => setOpen(true)}>
        <span>{t`Keyboard shortcuts`}</span> <kbd>?</kbd>
      </button>
      {isOpen && (
        <Dialog title={t`Keyboard shortcuts`} onClose={() => setOpen(false)}>
          <KeyList keys={{ ...keys, '?': msg`This help` }} />
          <Checkbox
            label={t`Single keys are shortcuts`}
            checked={!isOff}
            onChange={({ currentTarget }) => setSetting(currentTarget.checked ? 'on' : 'off')}
          />
        </Dialog>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('input, select, textarea') || target.isContentEditable;
  return isField && !target.matches('[type=checkbox], [type=radio]');
}

export function KeyList({ keys }: { keys: Keys }) {
  const { i18n } = useLingui();
  return (
    <dl className={`stack stack-small below ${styles.keys}`}>
      {Object.entries(keys).map(([key, label]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{i18n._(label)}</dd>
        </div>
      ))}
    </dl>
  );
}
