import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { RecipientSummary } from '#ui/recipient/recipient-summary.tsx';
import { RecipientForm } from './recipient-form.tsx';

/** The third party's own address on the page of its application: named, proved, fetched, withdrawn. */
export default function RecipientArea({ record }: { record: ApplicationRecord }) {
  const { number: applicationNumber, recipient, state } = record;
  const [isChanging, setChanging] = useState(false);
  const isOver = hasTag(state, 'ended') && !hasTag(state, 'downloadable');
  const isSuspended = hasTag(state, 'suspended');
  if ((isOver || isSuspended) && recipient === null) return null;
  const name = record.personal?.thirdParty?.name ?? '';
  const isNamed = recipient !== null && recipient.withdrawnAt === null;
  const canName = !isOver && !isSuspended && !recipient?.fetchedAt;
  return (
    <section id="recipient" tabIndex={-1}>
      <h2>
        <Trans>Data recipient</Trans>
      </h2>
      {recipient && <RecipientSummary recipient={recipient} />}
      {!isNamed && canName && (
        <p>
          <Trans>
            Name the e-mail address of {name}. It gets a link there and, once the data are ready,
            its own copy with a password of its own, without your sign-in.
          </Trans>
        </p>
      )}
      {canName && (!isNamed || isChanging) && (
        <RecipientForm applicationNumber={applicationNumber} onDone={() => setChanging(false)} />
      )}
      {recipient && !isOver && (isNamed || !(canName || isSuspended)) && (
        <div className="row above">
          {!isSuspended && (
            <ResendButton applicationNumber={applicationNumber} email={recipient.email} />
          )}
          {canName && !isChanging && (
            <Button variant="default" onClick={() => setChanging(true)}>
              <Trans>Change the address</Trans>
            </Button>
          )}
          {isNamed && <WithdrawButton applicationNumber={applicationNumber} />}
        </div>
      )}
    </section>
  );
}

function ResendButton({ applicationNumber, email }: { applicationNumber: string; email: string }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    try {
      await call('nameRecipient', { applicationNumber, email });
      showMessage({ kind: 'notice', text: t`A new link was sent to ${email}.` });
    } catch {
      // The call has shown why.
    }
    setBusy(false);
  }

  return (
    <Button variant="default" loading={isBusy} onClick={resend}>
      <Trans>Send a new link</Trans>
    </Button>
  );
}

function WithdrawButton({ applicationNumber }: { applicationNumber: string }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function withdraw() {
    setBusy(true);
    await call('withdrawRecipient', { applicationNumber }).catch(() => {});
    setBusy(false);
    setAsking(false);
  }

  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        <Trans>Withdraw the recipient</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Withdraw the recipient?`}
          confirm={t`Withdraw the recipient`}
          isFinal
          isBusy={isBusy}
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        >
          <p>
            <Trans>
              The link no longer opens anything, and the recipient’s copy is deleted. What was
              downloaded before stays with the recipient.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
