import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { publicFields } from '#applications/public-fields.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { publicForm } from '#contract/public-form.ts';
import type { currentUser } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { randomId } from '#ui/calls/random-id.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import styles from '#ui/form/form.module.css';
import { TimeRange } from '#ui/form/time-range.tsx';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { AbandonButton } from '../abandon-button.tsx';
import { MAIN_LIST, PUBLIC_FORM } from '../addresses.ts';
import { publicDraft } from '../drafts.ts';
import { DataTypesField } from './data-types-field.tsx';
import { askLawful, emptyPublicRequest, type PublicValues, publicInput } from './public-values.ts';

/** The request of a public sector body, with everything Art. 17(1) makes it state. */
export default function PublicSectorPage() {
  const { t } = useLingui();
  const { data: user, isFailed, reload } = useQuery('currentUser', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!user) return <FullScreenLoader />;
  return (
    <Page
      title={t`Request of a public sector body`}
      lead={<Trans>On the basis of an exceptional need, under Art. 14 of the Data Act.</Trans>}
    >
      <Questions user={user} />
    </Page>
  );
}

function Questions({ user }: { user: DataOf<typeof currentUser> }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [submissionId] = useState(randomId);
  const form = useContractForm<PublicValues, typeof publicForm>({
    schema: publicForm,
    initialValues: {
      ...emptyPublicRequest,
      submissionId,
      contactEmail: user.email,
      reportLanguage: i18n.locale,
    },
    toInput: publicInput,
    words: publicFields,
    alsoAsk: askLawful,
    draft: publicDraft(user.id),
  });

  const sections = {
    body: t`The public sector body`,
    data: t`The data`,
    use: t`The use`,
    delivery: t`Delivery`,
  };

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('publicApplication', sent);
      form.done();
      navigate(`${PUBLIC_FORM}/status?number=${applicationNumber}`, { replace: true });
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      {Object.entries(sections).map(([part, title]) => (
        <section key={part} className={styles.section}>
          <h2>{title}</h2>
          <DescribedPart
            form={form}
            fields={publicFields}
            part={part}
            drawn={{ dataTypes: <DataTypesField form={form} /> }}
            frames={{ time: (row) => <TimeRange>{row}</TimeRange> }}
          />
        </section>
      ))}
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          <Trans>Send the request</Trans>
        </Button>
        <AbandonButton
          onAbandon={() => {
            form.done();
            navigate(MAIN_LIST);
          }}
        />
      </div>
    </CheckedForm>
  );
}
