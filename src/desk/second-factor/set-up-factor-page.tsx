import { useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { saveFile } from '#ui/calls/download.ts';
import { useOneTimeValue } from '#ui/calls/use-query.ts';
import { Page } from '#ui/frame/page.tsx';
import { copyText, showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor.module.css';

export default function SetUpFactorPage() {
  const { t } = useLingui();
  const { user, reload } = useStaff();
  const navigate = useNavigate();
  const [pending, setPending] = useState<CallData<'secondFactorBegin'>>();
  const [recoveryCodes, setRecoveryCodes] = useOneTimeValue<string[]>('recovery codes');
  const isDue = user.secondFactor === 'setUp';

  function done() {
    setRecoveryCodes(undefined);
    showMessage({ kind: 'notice', text: t`Your second factor is set up.` });
    if (!isDue) navigate('/desk/second-factor');
    reload();
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onSaved={done} />;
  return (
    <Page
      title={t`Set up your second factor`}
      {...(!isDue && { above: [{ to: '/desk/second-factor', label: t`Second factor` }] })}
      lead={
        <p>
          {t`Staff see other people’s personal data. A code from an app on your phone keeps out anyone who gets into your mailbox.`}
        </p>
      }
    >
      {pending ? (
        <ConfirmApp pending={pending} onConfirmed={setRecoveryCodes} />
      ) : (
        <div className="prose">
          <p>
            {t`You need an authenticator app that creates time-based codes (TOTP). Any such app will do; many password managers have one built in. It takes a minute.`}
          </p>
          {user.secondFactor === 'given' && (
            <p>
              {t`The app you use now and its recovery codes stop working once the new one is confirmed.`}
            </p>
          )}
          <p>
            <Button onClick={() => call('secondFactorBegin', {}).then(setPending, () => {})}>
              {t`I have an app: start`}
            </Button>
          </p>
        </div>
      )}
    </Page>
  );
}

interface ConfirmAppProps {
  pending: CallData<'secondFactorBegin'>;
  onConfirmed: (recoveryCodes: string[]) => void;
}

function ConfirmApp({ pending: { secret, uri, svg }, onConfirmed }: ConfirmAppProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shown = secret.toUpperCase().replace(/.{4}(?=.)/g, '$& ');
  return (
    <ol className={`stack stack-large measure ${styles.steps}`}>
      <li>
        <div className="stack">
          <h2 ref={heading} tabIndex={-1}>
            {t`Add the portal to the app`}
          </h2>
          <div className={`row ${styles.scan}`}>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
              alt={t`QR code to scan with the authenticator app; the key next to it contains the same`}
            />
            <div className={`stack stack-small ${styles.byHand}`}>
              <p>{t`Scan the picture with the app. If you cannot, type this key into it:`}</p>
              <p className={styles.secret} translate="no">
                {shown}
              </p>
              <button
                type="button"
                onClick={() => copyText(secret.toUpperCase(), t`The key is copied.`)}
              >
                <Glyph name="copy" /> <span>{t`Copy the key`}</span>
              </button>
              <a href={uri}>{t`Open in an app on this device`}</a>
            </div>
          </div>
        </div>
      </li>
      <li>
        <div className="stack">
          <h2>{t`Enter the code it shows`}</h2>
          <CodeForm
            kind="app"
            submit={t`Confirm`}
            send={async (code) => {
              const { recoveryCodes } = await call(
                'secondFactorConfirm',
                { code },
                { silent: true },
              );
              onConfirmed(recoveryCodes);
            }}
          />
        </div>
      </li>
    </ol>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useLingui();
  const { user } = useStaff();
  const [isSaved, setSaved] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const title = t`Save your recovery codes`;

  useWindowEvent('beforeunload', (event) => event.preventDefault());

  function download() {
    const lines = [title, user.email, location.origin, '', ...codes, ''];
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt');
  }
  const ways = [
    ['copy', t`Copy`, () => copyText(codes.join('\n'), t`The codes are copied.`)],
    ['print', t`Print`, () => window.print()],
    ['download', t`Download`, download],
  ] as const;

  return (
    <Page
      title={title}
      lead={
        <p>
          {t`If you lose the app, you can use each of these codes once to sign in as ${user.email}. You can see them only now. Keep them somewhere other than your phone.`}
        </p>
      }
    >
      <div className="stack stack-large measure">
        <ol
          className={`stack stack-small panel plain ${styles.codes}`}
          translate="no"
          aria-label={t`Recovery codes`}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="row unprinted">
          {ways.map(([glyph, label, save]) => (
            <Button
              key={glyph}
              variant="default"
              leftSection={<Glyph name={glyph} />}
              onClick={save}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className="stack unprinted">
          <Checkbox
            checked={isSaved}
            onChange={(event) => setSaved(event.currentTarget.checked)}
            label={t`I have saved the recovery codes`}
            error={isAsked && !isSaved && t`Save the codes first, then tick this box`}
          />
          <p>
            <Button onClick={() => (isSaved ? onSaved() : setAsked(true))}>{t`Continue`}</Button>
          </p>
        </div>
      </div>
    </Page>
  );
}
