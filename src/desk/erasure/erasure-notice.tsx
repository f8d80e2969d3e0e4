import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { deskErasureRecord } from '#contract/notices.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { formatDay } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { RecordedNotice } from '../recorded-notice.tsx';
import { useStaff } from '../staff-context.ts';

interface ErasureNoticeProps {
  record: CallData<'deskApplication'>;
}

/** Records that a public-sector body reported the erasure of what it was given (Art. 19(1)(c)). */
export default function ErasureNotice({ record }: ErasureNoticeProps) {
  const { t, i18n } = useLingui();
  const { number: applicationNumber, erasure } = record;
  const { user, may } = useStaff();
  const form = useContractForm({
    schema: deskErasureRecord.input,
    initialValues: { erasedOn: '', text: '' },
    toInput: (values) => ({ applicationNumber, ...filled(values) }),
    words: {
      erasedOn: {
        prompt: t`Enter the day of the erasure`,
        format: t`The date must be today or in the past`,
      },
      text: { prompt: t`Write where the notice is` },
    },
    draft: `${user.id}:erasure:${applicationNumber}`,
  });

  const send = () =>
    form.send(async (input) => {
      await call('deskErasureRecord', input);
      form.done();
      showMessage({ kind: 'notice', text: t`The notice is recorded.` });
    });

  return (
    <section>
      <h2>{t`Erasure of the data`}</h2>
      <p>
        <Link to="/desk/erasures">{t`Ledger of erasure notices`}</Link>
      </p>
      {erasure ? (
        <RecordedNotice
          title={t`Erased on ${formatDay(erasure.erasedOn, i18n.locale)}`}
          text={erasure.text}
          record={erasure}
        />
      ) : may('reviewer') ? (
        <CheckedForm form={form} onSubmit={send}>
          <TextField form={form} name="erasedOn" type="date" label={t`Erased on`} />
          <TextAreaField form={form} name="text" label={t`Remark`} optional />
          <div className="row above">
            <Button type="submit" variant="default" loading={form.isSending}>
              <Trans>Record the notice</Trans>
            </Button>
          </div>
        </CheckedForm>
      ) : (
        <p>{t`The erasure has not been reported yet.`}</p>
      )}
    </section>
  );
}
