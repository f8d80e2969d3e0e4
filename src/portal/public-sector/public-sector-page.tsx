import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DataOf } from '#contract/endpoint.ts';
import { publicForm } from '#contract/public-form.ts';
import type { currentUser } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { randomId } from '#ui/calls/random-id.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { AbandonButton } from '../abandon-button.tsx';
import { MAIN_LIST, PUBLIC_FORM } from '../addresses.ts';
import { BodySection } from './body-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { askLawful, emptyPublicRequest, type PublicValues, publicInput } from './public-values.ts';
import { usePublicWords } from './public-words.ts';
import { UseSection } from './use-section.tsx';

/** The request of a public sector body, with everything Art. 17(1) makes it state. */
export default function PublicSectorPage() {
  const { t } = useLingui();
  const { data: user, isFailed, reload } = useAnswer('currentUser', {});
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
  const { i18n } = useLingui();
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
    words: usePublicWords(),
    alsoAsk: askLawful,
    draft: `${user.id}:public-request`,
  });

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('publicApplication', sent);
      form.done();
      navigate(`${PUBLIC_FORM}/status?number=${applicationNumber}`, { replace: true });
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      <BodySection form={form} />
      <DataSection form={form} />
      <UseSection form={form} />
      <DeliverySection form={form} />
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
