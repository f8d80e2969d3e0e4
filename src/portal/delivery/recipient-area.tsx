import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { recipientAddress } from '#contract/recipient.ts';
import { nameRecipient } from '#contract/report.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { RecipientSummary } from '#ui/recipient/recipient-summary.tsx';

export default function RecipientArea({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { number: applicationNumber, recipient, state } = record;
  const [isChanging, setChanging] = useState(false);
  const { data: user } = useQuery('currentUser', {});
  const isSuspended = hasTag(state, 'suspended');
  if ((isOver(state) || isSuspended) && recipient === null) return null;
  const name = record.personal?.thirdParty?.name ?? '';
  const email = recipientAddress(record.personal?.thirdParty, recipient);
  const isNamed = email !== null;
  const canName = !isOver(state) && !isSuspended && !recipient?.fetchedAt;

  async function resend(email: string) {
    await call('nameRecipient', { applicationNumber, email });
    showMessage({ kind: 'notice', text: t`A new link was sent to ${email}.` });
  }

  return (
    <section id="recipient" tabIndex={-1}>
      <h2>{t`Data recipient`}</h2>
      {recipient && <RecipientSummary recipient={recipient} />}
      {!recipient && isNamed && (
        <p>
          {email === user?.email
            ? t`You are the recipient: once the data are ready, you download them on this page.`
            : t`Once the data are approved, we will send a link to ${email}. With it, ${name} gets its own copy and a password of its own, without your sign-in.`}
        </p>
      )}
      {!isNamed && canName && (
        <p>
          {t`Name the e-mail address of ${name}. It gets a link there and, once the data are ready, its own copy with a password of its own, without your sign-in.`}
        </p>
      )}
      {canName && (!isNamed || isChanging) && (
        <CallForm
          endpoint="nameRecipient"
          schema={nameRecipient.input}
          about={{ applicationNumber }}
          draft={`${record.requester}:recipient:${applicationNumber}`}
          fields={{
            email: {
              label: t`E-mail address of the third party`,
              control: { kind: 'email' },
              prompt: t`Enter the e-mail address of the third party`,
              format: t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`,
            },
          }}
          action={t`Send the link`}
          done={t`The link is sent.`}
          {...(isChanging && { onClose: () => setChanging(false) })}
        />
      )}
      {!isOver(state) && (isNamed || !(canName || isSuspended)) && (
        <div className="row above">
          {recipient && !isSuspended && (
            <BusyButton variant="default" work={() => resend(recipient.email)}>
              {t`Send a new link`}
            </BusyButton>
          )}
          {canName && !isChanging && (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t`Change the address`}
            </Button>
          )}
          {recipient && isNamed && (
            <ConfirmButton
              opener={(ask) => (
                <Button variant="default" onClick={ask}>
                  {t`Withdraw the recipient`}
                </Button>
              )}
              title={t`Withdraw the recipient?`}
              confirm={t`Withdraw the recipient`}
              isFinal
              work={() => call('withdrawRecipient', { applicationNumber })}
            >
              <p>
                {t`The link no longer works, and the recipient’s copy is deleted. What was downloaded before stays with the recipient.`}
              </p>
            </ConfirmButton>
          )}
        </div>
      )}
    </section>
  );
}
