import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { deskMailsChange } from '#contract/desk.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { showMessage } from '#ui/messages/messages.ts';

export default function MailsPage() {
  const { t } = useLingui();
  const { data, isFailed, reload } = useQuery('deskMails', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  return (
    <Page
      title={t`E-mails to you`}
      lead={
        <Trans>
          You get e-mails about applications you have taken or watch, and when a colleague names you
          in a note.
        </Trans>
      }
    >
      <Rhythm key={data.rhythm} mails={data} />
      <p className="above">
        <Link to="/desk?turn=all&watched=yes">{t`Applications that you watch`}</Link>
      </p>
    </Page>
  );
}

function Rhythm({ mails }: { mails: CallData<'deskMails'> }) {
  const { t } = useLingui();
  const form = useContractForm({
    schema: deskMailsChange.input,
    initialValues: { rhythm: mails.rhythm },
    toInput: (values) => values,
    words: { rhythm: { prompt: t`Choose how often` } },
  });
  const send = () =>
    form.send(async (input) => {
      await call('deskMailsChange', input);
      showMessage({ kind: 'notice', text: t`Your choice is saved.` });
    });
  return (
    <CheckedForm form={form} onSubmit={send}>
      <ChoiceField
        form={form}
        name="rhythm"
        label={t`How often?`}
        choices={[
          { value: 'atOnce', label: t`At once`, description: t`One e-mail for each event` },
          {
            value: 'hourly',
            label: t`Once an hour`,
            description: t`One e-mail on the hour with all that has happened. Sign-in codes and e-mails about security still come at once.`,
          },
        ]}
      />
      {mails.waiting > 0 && (
        <p>
          <Plural
            value={mails.waiting}
            one="# e-mail waits for the next full hour."
            other="# e-mails wait for the next full hour."
          />
        </p>
      )}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {t`Save`}
        </Button>
      </div>
    </CheckedForm>
  );
}
