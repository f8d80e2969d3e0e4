import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { useCodeField } from '#portal/use-code-field.ts';
import { call } from '#ui/calls/call.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './details-page.module.css';

/** Address that the password does not go to yet, and how it is confirmed. */
export function ContactNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { number: applicationNumber, unconfirmedContact: contact, state } = record;
  const isOver = hasTag(state, 'ended') && !hasTag(state, 'downloadable');
  if (contact === null || isOver) return null;

  /** A refusal is shown by the call itself. */
  async function run(work: () => Promise<unknown>, then?: () => void) {
    setBusy(true);
    await work().then(then, () => {});
    setBusy(false);
  }
  const send = () =>
    run(
      () => call('sendContactCode', { applicationNumber }),
      () => setSent(true),
    );
  const confirm = (code: string) => run(() => call('confirmContact', { applicationNumber, code }));

  return (
    <section>
      <Notice kind="info" title={t`The contact e-mail address is not confirmed yet`}>
        <p>
          <Trans>
            Until <b>{contact}</b> is confirmed, the password of the file is sent only to the
            address you sign in with. We send a code to the contact e-mail address, which you enter
            here.
          </Trans>
        </p>
      </Notice>
      {isSent ? (
        <CodeForm isBusy={isBusy} onCode={confirm} onResend={send} />
      ) : (
        <div className={`row above ${styles.actions}`}>
          <Button variant="default" loading={isBusy} onClick={send}>
            <Trans>Send code</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

interface CodeFormProps {
  isBusy: boolean;
  onCode: (code: string) => void;
  onResend: () => void;
}

function CodeForm({ isBusy, onCode, onResend }: CodeFormProps) {
  const { input, submit } = useCodeField(onCode);
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        {...input}
        label={<span>{input.label}</span>}
        className="code"
        autoComplete="off"
      />
      <div className={`row above ${styles.actions}`}>
        <Button type="submit" loading={isBusy}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onResend}>
          <Trans>Resend</Trans>
        </Button>
      </div>
    </form>
  );
}
