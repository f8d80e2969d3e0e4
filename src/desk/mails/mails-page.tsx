import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { deskMailsChange } from '#contract/desk.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';

export default function MailsPage() {
  const { t } = useLingui();
  const { data, fallback } = usePageQuery('deskMails', {});
  if (!data) return fallback;
  return (
    <Page
      title={t`E-mails to you`}
      lead={t`You get e-mails about applications you have taken or watch, and when a colleague mentions you in a note.`}
    >
      <CallForm
        key={data.frequency}
        endpoint="deskMailsChange"
        schema={deskMailsChange.input}
        initialValues={{ frequency: data.frequency }}
        fields={{
          frequency: {
            label: t`How often?`,
            choices: [
              { value: 'atOnce', label: t`At once`, description: t`One e-mail for each event` },
              {
                value: 'hourly',
                label: t`Once an hour`,
                description: t`One e-mail on the hour with all that has happened. Sign-in codes and e-mails about security still come at once.`,
              },
            ],
            prompt: t`Choose how often`,
          },
        }}
        action={t`Save`}
        done={t`Your choice is saved.`}
      >
        {data.waiting > 0 && (
          <p>
            <Plural
              value={data.waiting}
              one="# e-mail waits for the next full hour."
              other="# e-mails wait for the next full hour."
            />
          </p>
        )}
      </CallForm>
      <p className="above">
        <Link to="/desk?turn=all&watched=yes">{t`Applications that you watch`}</Link>
      </p>
    </Page>
  );
}
