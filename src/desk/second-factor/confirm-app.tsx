import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { copyText } from '#ui/messages/messages.ts';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor.module.css';

interface ConfirmAppProps {
  begun: CallData<'secondFactorBegin'>;
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** The secret as a picture, as text and as a link, and a code that shows that the app has it. */
export function ConfirmApp({ begun: { secret, uri, svg }, onConfirmed }: ConfirmAppProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), []);
  const shown = secret.toUpperCase().replace(/.{4}(?=.)/g, '$& ');
  return (
    <ol className={`stack stack-large plain measure ${styles.steps}`}>
      <li>
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
              <Glyph name="copy" /> <Trans>Copy the key</Trans>
            </button>
            <a href={uri}>{t`Open in an app on this device`}</a>
          </div>
        </div>
      </li>
      <li>
        <h2>{t`Enter the code it shows`}</h2>
        <CodeForm
          kind="app"
          submit={t`Confirm`}
          send={async (code) => {
            const { recoveryCodes } = await call('secondFactorConfirm', { code }, { silent: true });
            onConfirmed(recoveryCodes);
          }}
        />
      </li>
    </ol>
  );
}
