import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { msg } from '#lib/words/msg.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import styles from './shortcuts.module.css';

export type Keys = Readonly<Record<string, MessageDescriptor>>;

interface ShortcutsHelpProps {
  keys: Keys;
  isOff: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

export default function ShortcutsHelp({ keys, isOff, onChange, onClose }: ShortcutsHelpProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <KeyList keys={{ ...keys, '?': msg`This help` }} />
      <Checkbox
        label={t`Single keys are shortcuts`}
        checked={!isOff}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Dialog>
  );
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
