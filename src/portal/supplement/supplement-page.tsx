import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { answersInQuestion, missingAnswers } from '#contract/information-items.ts';
import { supplement } from '#contract/order.ts';
import { applicationSnapshot } from '#contract/stored-application.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { answerAt, type Control, type Fields, isAsked } from '#forms/field.ts';
import { personalFields, personalPageFields } from '#forms/personal-fields.ts';
import { publicFields } from '#forms/public-fields.ts';
import { applicationAddress, JUST_SENT, sentAddress } from '#portal/addresses.ts';
import { ApplicationStepPage, useApplication } from '#portal/applications/application-page.tsx';
import { type EndForm, useFormEntries } from '#portal/form-entries.ts';
import { requesterActions } from '#portal/requester-actions.ts';
import { FileLinks } from '#ui/application/file-links.tsx';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import {
  type ContractForm,
  type FieldForm,
  isWithin,
  useContractForm,
} from '#ui/form/contract-form.ts';
import { DescribedField } from '#ui/form/described-fields.tsx';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { filedValues, inputOf } from '#ui/form/typed-values.ts';
import { UploadField } from '#ui/form/upload-field.tsx';
import { useDeadline } from '#ui/format/deadline.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';

const forms = { personal: personalFields, public: publicFields, dataRequest: dataRequestFields };

const idsOf = (files: readonly StoredUpload[]) => files.map(({ fileId }) => fileId);

type SupplementValues = Record<string, unknown> & { text: string; files: StoredUpload[] };

export default function SupplementPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const { isOver, end } = useFormEntries(`supplement:${number}`);
  const { record, fallback } = useApplication(number);
  if (isOver) return <FullScreenLoader />;
  if (!record) return fallback;
  return (
    <ApplicationStepPage
      key={number}
      record={record}
      title={t`Supplementary information`}
      isPossible={requesterActions(record).canSupply}
      otherwise={<Trans>You do not need to add any information now.</Trans>}
    >
      {(shown) => <SupplementQuestions record={shown} onEnd={end} />}
    </ApplicationStepPage>
  );
}

function SupplementQuestions({ record, onEnd }: { record: ApplicationRecord; onEnd: EndForm }) {
  const { t } = useLingui();
  const deadline = useDeadline();
  const { number, revision, informationRequest, kind, requester } = record;
  const isQualification = applicationSnapshot(record).matches('qualification');
  const part = isQualification ? 'personal' : kind === 'public' ? 'public' : 'dataRequest';
  const fields: Fields = forms[part];
  const filed = filedValues(fields, record[part] ?? {}, record.files);
  const without = record.personal?.thirdParty
    ? personalPageFields
    : [...personalPageFields, 'thirdParty'];
  const answersIn = (values: object) => inputOf(fields, values, without);
  const isCorrected = (values: object) =>
    JSON.stringify(answersIn(values)) !== JSON.stringify(answersIn(filed));
  const items = informationRequest?.items.map(({ code }) => code) ?? [];
  const missing = ({ text, files, ...values }: SupplementValues) =>
    missingAnswers(
      { text: text.trim(), files: idsOf(files), isCorrected: isCorrected(values) },
      items,
    );
  const form = useContractForm({
    schema: supplement,
    initialValues: { ...filed, text: '', files: [] } as SupplementValues,
    toInput: ({ text, files, ...values }) => ({
      applicationNumber: number,
      revision,
      text,
      files: idsOf(files),
      ...(isCorrected(values) && { [part]: answersIn(values) }),
    }),
    words: {
      ...fields,
      text: { prompt: t`Write an answer to what was asked`, control: { kind: 'text' } },
      files: { prompt: t`Upload the file that was asked for` },
    },
    alsoAsk: missing,
    draft: `${requester}:supplement:${number}`,
  });
  const values = form.fields.getValues();
  const isMissing = (name: string) =>
    missing({ ...values, text: '', files: [] }).some(({ field }) => field === name);

  const send = () =>
    form.send(async (value) => {
      const sent = await call(
        isQualification ? 'qualificationReviewSup' : 'personDataApplicationSup',
        value,
      );
      form.done();
      onEnd(sentAddress(number, sent.revision), JUST_SENT);
    });

  const dueAt = informationRequest && deadline(informationRequest.dueAt, record.clock.timeZone);
  return (
    <CheckedForm form={form} onSubmit={send}>
      {informationRequest && (
        <Notice kind="info" title={t`What the reviewer asks for`}>
          {informationRequest.items.length > 0 && (
            <ul>
              {informationRequest.items.map(({ code, label }) => (
                <li key={code}>{label}</li>
              ))}
            </ul>
          )}
          <p className="quote">{informationRequest.text}</p>
          <p>{t`Answer by ${dueAt}. If you do not, we will end your application.`}</p>
        </Notice>
      )}
      <Corrections
        form={form}
        filed={filed}
        fields={fields}
        inQuestion={answersInQuestion(items)}
        without={without}
      />
      <TextAreaField form={form} name="text" label={t`Your answer`} optional={!isMissing('text')} />
      {record.files.length > 0 && (
        <div>
          <h2>{t`Files that you have already sent`}</h2>
          <FileLinks files={record.files} />
        </div>
      )}
      <UploadField
        form={form}
        name="files"
        label={t`Files`}
        optional={!isMissing('files')}
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

interface CorrectionsProps {
  form: FieldForm & Pick<ContractForm, 'problems'>;
  filed: object;
  fields: Fields;
  inQuestion: readonly string[];
  without: readonly string[];
}

function Corrections({ form, filed, fields, inQuestion, without }: CorrectionsProps) {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const isIn = (parts: readonly string[], path: string) =>
    parts.some((part) => isWithin(path, part));
  const values = form.fields.getValues();
  const answers = Object.entries(fields)
    .filter(([, field]) => isAsked(field, values))
    .filter(([path, { control }]) => !isIn(without, path) && !isFixed(control, filed, path))
    .map(([path]) => path);
  const others = answers.filter((path) => !isIn(inQuestion, path));
  const areAllShown = isWanted || form.problems.some(({ field }) => others.includes(field));
  return (
    <>
      {answers
        .filter((path) => areAllShown || !others.includes(path))
        .map((path) => (
          <DescribedField key={path} form={form} fields={fields} name={path} />
        ))}
      {!areAllShown && (
        <div>
          <Button variant="default" size="sm" onClick={() => setWanted(true)}>
            {t`Correct your earlier answers`}
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns true for fields that a correction cannot change. A missing agreement can be accepted. */
const isFixed = ({ kind }: Control, filed: object, path: string) =>
  kind === 'files' || kind === 'vehicle' || (kind === 'tick' && answerAt(filed, path) === true);
