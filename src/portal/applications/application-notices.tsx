import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { groupAndTasksOf } from '#contract/turns.ts';
import { CodeInput, useCodeField } from '#portal/use-code-field.tsx';
import { BusyButton, useBusy } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { installation } from '#ui/frame/installation.tsx';
import { Notice } from '#ui/messages/notice.tsx';

export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, personal } = record;
  const { contactMailbox, holder } = installation();
  if (linkEndedAt === null || !groupAndTasksOf(record).tasks.includes('renewLink')) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        {t`The link ended on ${ended}. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.`}
      </p>
      {personal?.onBehalfOf ? (
        <p>
          <Trans>
            Only {holder} can link the vehicle of a user for whom you act. If the user still
            consents, write to <a href={`mailto:${contactMailbox}`}>{contactMailbox}</a> to have it
            linked again.
          </Trans>
        </p>
      ) : (
        <p>{t`If the vehicle is still yours, please link it again in the vehicle app.`}</p>
      )}
    </Notice>
  );
}

export function ContactNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const { isBusy, run } = useBusy();
  const { number: applicationNumber, unconfirmedContact: contact } = record;
  const { input, submit } = useCodeField((code) =>
    run(() => call('confirmContact', { applicationNumber, code })),
  );
  if (!groupAndTasksOf(record).tasks.includes('confirmContact')) return null;

  const send = () => call('sendContactCode', { applicationNumber }).then(() => setSent(true));

  return (
    <section id="contact" tabIndex={-1}>
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
        <form onSubmit={submit} noValidate>
          <CodeInput {...input} />
          <div className="row above">
            <Button type="submit" loading={isBusy}>{t`Confirm`}</Button>
            <BusyButton variant="default" disabled={isBusy} work={send}>{t`Resend`}</BusyButton>
          </div>
        </form>
      ) : (
        <div className="row above">
          <BusyButton variant="default" work={send}>{t`Send code`}</BusyButton>
        </div>
      )}
    </section>
  );
}
