import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallData } from '#ui/calls/call-types.ts';
import { HandOver } from '../hand-over.tsx';
import styles from './bulk-bar.module.css';
import type { BulkAct } from './use-bulk.ts';

interface BulkBarProps {
  chosen: CallData<'deskQueue'>['items'];
  isBusy: boolean;
  onAct: (act: BulkAct) => void;
  onClear: () => void;
}

/** Acts on the applications that are chosen: the head of the table while there are any. */
export function BulkBar({ chosen, isBusy, onAct, onClear }: BulkBarProps) {
  const count = chosen.length;
  const [isHanding, setHanding] = useState(false);
  return (
    <div className={`row ${styles.bar}`}>
      <b>
        <Plural value={count} one="# application selected" other="# applications selected" />
      </b>
      <button type="button" disabled={isBusy} onClick={() => onAct({ type: 'take' })}>
        <Trans>Take</Trans>
      </button>
      <button type="button" disabled={isBusy} onClick={() => onAct({ type: 'start' })}>
        <Trans>Start the review</Trans>
      </button>
      <button type="button" disabled={isBusy} onClick={() => setHanding(true)}>
        <Trans>Hand over…</Trans>
      </button>
      <button type="button" className={styles.clear} onClick={onClear}>
        <Trans>Clear the selection</Trans>
      </button>
      {isHanding && (
        <HandOver
          without={[]}
          onChosen={(to, email) => {
            setHanding(false);
            onAct({ type: 'handOver', to, email });
          }}
          onCancel={() => setHanding(false)}
        />
      )}
    </div>
  );
}
