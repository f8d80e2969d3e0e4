import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { supplement } from '#contract/order.ts';
import { applicationSnapshot } from '#contract/stored-application.ts';
import { applicationAddress, JUST_SENT, sentAddress } from '#portal/addresses.ts';
import { ApplicationStepPage } from '#portal/applications/application-page.tsx';
import { requesterActions } from '#portal/requester-actions.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { fileIds, UploadField } from '#ui/form/upload-field.tsx';
import { useDeadline } from '#ui/format/deadline.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';

export default function SupplementPage() {
  const { t } = useLingui();
  return (
    <ApplicationStepPage
      title={t`Supplementary information`}
      isPossible={(record) => requesterActions(record).canSupply}
      otherwise={<Trans>You do not need to add any information now.</Trans>}
    >
      {(record) => <SupplementQuestions record={record} />}
    </ApplicationStepPage>
  );
}

function SupplementQuestions({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const deadline = useDeadline();
  const navigate = useNavigate();
  const { number, revision, informationRequest, kind, requester } = record;
  const form = useContractForm({
    schema: supplement,
    initialValues: { text: '', files: [] as StoredUpload[] },
    toInput: ({ text, files }) => ({
      applicationNumber: number,
      revision,
      text,
      files: fileIds(files),
    }),
    words: {
      text: { prompt: t`Write an answer to what was asked` },
      files: { prompt: t`Check the files` },
    },
    draft: `${requester}:supplement:${number}`,
  });

  const send = () =>
    form.send(async (value) => {
      const isQualification = applicationSnapshot(record).matches('qualification');
      const sent = await call(
        isQualification ? 'qualificationReviewSup' : 'personDataApplicationSup',
        value,
      );
      form.done();
      navigate(sentAddress(number, sent.revision), { replace: true, state: JUST_SENT });
    });

  const dueAt = informationRequest && deadline(informationRequest.dueAt, record.clock.timeZone);
  return (
    <CheckedForm form={form} onSubmit={send}>
      {informationRequest && (
        <Notice kind="info" title={t`What the reviewer asks for`}>
          {informationRequest.items.length > 0 && (
            <ul>
              {informationRequest.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          <p style={{ whiteSpace: 'pre-wrap' }}>{informationRequest.text}</p>
          <p>{t`Answer by ${dueAt}. If you do not, we will close your application.`}</p>
        </Notice>
      )}
      <TextAreaField form={form} name="text" label={t`Your answer`} />
      <UploadField
        form={form}
        name="files"
        label={t`Files`}
        optional
        endpoint={kind === 'public' ? 'publicUploadCert' : 'personUploadCert'}
        usage="supplement"
      />
      <div className="row above">
        <Button type="submit" loading={form.isSending}>{t`Send`}</Button>
        <Link to={applicationAddress(number)}>{t`Back`}</Link>
      </div>
    </CheckedForm>
  );
}
