import type { FieldProblem } from '#contract/envelope.ts';
import type { PersonalForm, personalForm } from '#contract/personal-form.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { filled } from '#ui/form/contract-form.ts';
import { typedDate } from '#ui/form/date-field.tsx';
import { fileIds } from '#ui/form/upload-field.tsx';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';

/** The application form as it is typed. */
export const emptyApplication = {
  submissionId: '',
  user: {
    title: '',
    lastName: '',
    middleName: '',
    firstName: '',
    dateOfBirth: '',
    phone: '',
    address: '',
    postCode: '',
    city: '',
    country: '',
  },
  vehicle: { vehicleId: '', proof: [] as StoredUpload[] },
  purpose: '',
  purposeDetails: '',
  use: '' as '' | 'personal' | 'thirdParty',
  thirdParty: {
    name: '',
    location: '',
    materials: [] as StoredUpload[],
    agreement: [] as StoredUpload[],
  },
  userAgreementAccepted: false,
};
export type ApplyValues = typeof emptyApplication;
export type ApplyForm = ContractForm<ApplyValues, typeof personalForm>;

/** What is sent for what was typed. */
export function applicationInput(values: ApplyValues): unknown {
  const { user, vehicle, purpose, purposeDetails, use, thirdParty } = values;
  const { userAgreementAccepted } = values;
  return filled({
    user: filled({ ...user, dateOfBirth: typedDate(user.dateOfBirth) }),
    vehicle: filled({ ...vehicle, proof: fileIds(vehicle.proof) }),
    purpose,
    purposeDetails,
    thirdParty:
      use === 'thirdParty'
        ? filled({
            ...thirdParty,
            materials: fileIds(thirdParty.materials),
            agreement: fileIds(thirdParty.agreement),
          })
        : undefined,
    userAgreementAccepted,
  });
}

/** What the contract template takes over of what was typed. */
export function templateInput(values: ApplyValues): CallInput<'agreementTemplate'> {
  const { user, vehicle, purpose, purposeDetails, thirdParty } = values;
  const { dateOfBirth: _, phone: __, ...named } = user;
  return filled({
    user: filled(named),
    vehicleId: vehicle.vehicleId,
    purpose: purpose as PersonalForm['purpose'],
    purposeDetails,
    thirdParty: { name: thirdParty.name, location: thirdParty.location },
  });
}

/** The form as the summary shows it, also while parts are missing. */
export function applicationPreview(values: ApplyValues): PersonalForm {
  return {
    ...(applicationInput(values) as PersonalForm),
    user: { ...values.user, dateOfBirth: typedDate(values.user.dateOfBirth) },
  };
}

/** Personal or third-party use has to be chosen; the contract knows it by the third party's part. */
export function askUse({ use }: ApplyValues): FieldProblem[] {
  return use ? [] : [{ field: 'use', problem: 'required' }];
}
