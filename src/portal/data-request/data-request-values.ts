import type { ApplicationRecord } from '#contract/application-record.ts';
import type { dataRequestForm } from '#contract/data-request-form.ts';
import { purposes } from '#contract/options.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { type ContractForm, filled } from '#ui/form/contract-form.ts';
import { typedInstant } from '#ui/form/instant-field.tsx';
import { fileIds } from '#ui/form/upload-field.tsx';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';

/** The data-information form as it is typed; times on the reader's own clock. */
export const emptyDataRequest = {
  from: '',
  to: '',
  dataTypes: [] as string[],
  masking: '' as '' | 'yes' | 'no',
  contactEmail: '',
  reportLanguage: '',
  scope: '',
  agreement: [] as StoredUpload[],
  userAgreementAccepted: false,
};
export type DataRequestValues = typeof emptyDataRequest;
export type DataRequestForm = ContractForm<DataRequestValues, typeof dataRequestForm>;

/** What is sent for what was typed. */
export function dataRequestInput(values: DataRequestValues): unknown {
  return filled({
    ...values,
    from: typedInstant(values.from),
    to: typedInstant(values.to),
    masking: values.masking === '' ? undefined : values.masking === 'yes',
    agreement: fileIds(values.agreement),
  });
}

/** What the contract template takes over of an application that was filed. */
export function filedFacts({
  personal,
  vehicle,
}: ApplicationRecord): CallInput<'agreementTemplate'> {
  if (!personal) return {};
  const { dateOfBirth: _, phone: __, ...user } = personal.user;
  return filled({
    user,
    vehicleId: vehicle?.vehicleId,
    purpose: purposes.find((purpose) => purpose === personal.purpose),
    purposeDetails: personal.purposeDetails,
    thirdParty: filled({
      name: personal.thirdParty?.name,
      location: personal.thirdParty?.location,
    }),
  });
}
