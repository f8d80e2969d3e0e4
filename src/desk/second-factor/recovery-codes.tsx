import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import { saveFile } from '#ui/calls/download.ts';
import { Page } from '#ui/frame/page.tsx';
import { copyText } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Says that they are kept: they are not shown again. */
  onKept: () => void;
}

/** The recovery codes, shown this once; who leaves says first that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  const [isKept, setKept] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const title = t`Save your recovery codes`;

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  function download() {
    const lines = [title, user.email, location.origin, '', ...codes, ''];
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt');
  }

  return (
    <Page
      title={title}
      lead={
        <p>
          <Trans>
            If you lose the app, you can use each of these codes once to sign in as {user.email}.
            You can see them only now. Keep them somewhere other than your phone.
          </Trans>
        </p>
      }
    >
      <div className="stack stack-large measure">
        <ol className={styles.codes} translate="no" aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={`row ${styles.actions}`}>
          <Button
            variant="default"
            onClick={() => copyText(codes.join('\n'), t`The codes are copied.`)}
          >
            <Glyph name="copy" /> <Trans>Copy</Trans>
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            <Glyph name="print" /> <Trans>Print</Trans>
          </Button>
          <Button variant="default" onClick={download}>
            <Glyph name="download" /> <Trans>Download</Trans>
          </Button>
        </div>
        <div className={styles.unprinted}>
          <Checkbox
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
            label={t`I have saved the recovery codes`}
            error={isAsked && !isKept && t`Save the codes first, then tick this box`}
          />
        </div>
        <div className={`row ${styles.actions}`}>
          <Button onClick={() => (isKept ? onKept() : setAsked(true))}>{t`Continue`}</Button>
        </div>
      </div>
    </Page>
  );
}
