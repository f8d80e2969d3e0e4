import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestForm } from '#contract/data-request-form.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { currentUser } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { InstantField } from '#ui/form/instant-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { TickField } from '#ui/form/tick-field.tsx';
import { UploadField } from '#ui/form/upload-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { applicationAddress } from '../addresses.ts';
import { AgreementTemplate } from '../agreement-template.tsx';
import {
  type DataRequestValues,
  dataRequestInput,
  emptyDataRequest,
  filedFacts,
} from './data-request-values.ts';
import { useDataRequestWords } from './data-request-words.ts';
import { DataTypesField } from './data-types-field.tsx';

interface DataRequestQuestionsProps {
  record: ApplicationRecord;
  user: DataOf<typeof currentUser>;
  /** Somebody changed the application meanwhile. */
  onOutdated: () => void;
}

export function DataRequestQuestions({ record, user, onOutdated }: DataRequestQuestionsProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { data } = useAnswer('options', {}, { keep: true });
  const { number, revision, personal, files, vehicle } = record;
  const isForThirdParty = personal?.thirdParty !== undefined;
  const form = useContractForm<DataRequestValues, typeof dataRequestForm>({
    schema: dataRequestForm,
    initialValues: {
      ...emptyDataRequest,
      contactEmail: user.email,
      reportLanguage: i18n.locale,
      // The agreement of the application holds on, unless another is uploaded.
      agreement: files.filter(({ fileId }) => personal?.thirdParty?.agreement.includes(fileId)),
    },
    toInput: dataRequestInput,
    words: useDataRequestWords(),
    alsoAsk: ({ agreement }) =>
      isForThirdParty && !agreement.length ? [{ field: 'agreement', problem: 'required' }] : [],
    draft: `${user.id}:data-request:${number}`,
  });

  const send = () =>
    form.send(async (value) => {
      await call('personDataApplication', { applicationNumber: number, revision, form: value });
      form.done();
      showMessage({ kind: 'notice', text: t`Your data request is sent.` });
      navigate(applicationAddress(number), { replace: true });
    }, onOutdated);

  return (
    <CheckedForm form={form} onSubmit={send}>
      <fieldset className={styles.fieldset}>
        <legend>
          <Trans>Time range</Trans>
        </legend>
        <p className={styles.description}>
          <Trans>On your own clock. The report gives every time in UTC.</Trans>
        </p>
        <div className={styles.row}>
          <InstantField form={form} name="from" label={t`Start time`} />
          <InstantField form={form} name="to" label={t`End time`} />
        </div>
      </fieldset>
      <DataTypesField form={form} vehicleId={vehicle?.vehicleId} />
      <ChoiceField
        form={form}
        name="masking"
        label={t`Data masking`}
        description={t`Masked data hide what identifies a person: the vehicle identification number is replaced, positions are coarsened, times are shifted.`}
        choices={[
          { value: 'no', label: t`No, give me the data as they are` },
          { value: 'yes', label: t`Yes, mask the data` },
        ]}
      />
      <TextField
        form={form}
        name="contactEmail"
        type="email"
        label={t`Contact e-mail`}
        description={t`The password of the report is sent to this address.`}
        autoComplete="email"
      />
      <SelectField
        form={form}
        name="reportLanguage"
        label={t`Report language`}
        options={data?.reportLanguages ?? []}
      />
      <TextAreaField form={form} name="scope" label={t`Scope of the data request`} optional />
      {isForThirdParty && (
        <>
          <AgreementTemplate typed={() => filedFacts(record)} />
          <UploadField
            form={form}
            name="agreement"
            label={t`Signed Data Sharing Agreement`}
            endpoint="personUploadCert"
            usage="agreement"
          />
        </>
      )}
      <TickField
        form={form}
        name="userAgreementAccepted"
        label={t`I accept the user agreement: I use the data only for the purpose I gave and not to develop a competing product.`}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          <Trans>Send the data request</Trans>
        </Button>
        <Link to={applicationAddress(number)}>
          <Trans>Back</Trans>
        </Link>
      </div>
    </CheckedForm>
  );
}
