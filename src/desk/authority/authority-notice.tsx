import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { deskAuthorityNotified } from '#contract/notices.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { RecordedNotice } from '../recorded-notice.tsx';
import { useStaff } from '../staff-context.ts';

interface AuthorityNoticeProps {
  number: string;
  notice: NonNullable<CallData<'deskApplication'>['authorityNotice']>;
}

/** Task of notifying the competent authority, which takes no mail, of a decision (Art. 4(2), 4(7), 4(8), 5(10), 5(11)). */
export default function AuthorityNotice({ number, notice }: AuthorityNoticeProps) {
  const { t, i18n } = useLingui();
  const { user, may } = useStaff();
  const form = useContractForm({
    schema: deskAuthorityNotified.input,
    initialValues: { notifiedOn: '', how: '' },
    toInput: (values) => ({ applicationNumber: number, ...filled(values) }),
    words: {
      notifiedOn: {
        prompt: t`Enter the day of the notice`,
        format: t`The date must be today or in the past`,
      },
      how: { prompt: t`Write how the authority was notified` },
    },
    draft: `${user.id}:authority:${number}`,
  });

  const send = () =>
    form.send(async (input) => {
      await call('deskAuthorityNotified', input);
      form.done();
      showMessage({ kind: 'notice', text: t`The notice is recorded.` });
    });

  const { since, notified, earlier } = notice;
  return (
    <section>
      <h2>{t`Notice to the competent authority`}</h2>
      {earlier.map(({ since: decidedAt, ...given }) => (
        <RecordedNotice
          key={decidedAt}
          title={t`Earlier decision, of ${formatDate(decidedAt, i18n.locale)}: notified on ${formatDay(given.on, i18n.locale)}`}
          text={given.how}
          record={given}
        />
      ))}
      {notified ? (
        <RecordedNotice
          title={t`Notified on ${formatDay(notified.on, i18n.locale)}`}
          text={notified.how}
          record={notified}
        />
      ) : (
        <Notice kind="info" title={t`Overdue since ${formatDate(since, i18n.locale)}`}>
          <p>
            <Trans>
              The law requires that the competent authority is notified of this decision. It takes
              no e-mail, so the desk notifies it. A lead then records it here.
            </Trans>
          </p>
        </Notice>
      )}
      {!notified && may('lead') && (
        <CheckedForm form={form} onSubmit={send}>
          <TextField form={form} name="notifiedOn" type="date" label={t`Notified on`} />
          <TextAreaField
            form={form}
            name="how"
            label={t`How it was notified`}
            description={t`For example through its portal, with the reference number`}
          />
          <div className="row above">
            <Button type="submit" variant="default" loading={form.isSending}>
              <Trans>Record the notice</Trans>
            </Button>
          </div>
        </CheckedForm>
      )}
    </section>
  );
}
