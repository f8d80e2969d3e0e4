import { MAX_AGE } from '#contract/limits.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import { msg } from '#lib/words/msg.ts';
import { emailFormat, signedAgreement } from './common-fields.ts';
import type { FieldsOf } from './field.ts';
import { userAgreement } from './user-agreement.ts';

/** Fields that exist only on the page. The call's input has `thirdParty` instead of `use`. */
export const personalPageFields = ['use', 'user.hasOneName'] as const;

export const personalFields = {
  'user.title': {
    label: msg`Title`,
    control: { kind: 'select', options: 'titles', autoComplete: 'honorific-prefix' },
    prompt: msg`Check the title`,
    isOptional: true,
  },
  'user.firstName': {
    label: msg`First name`,
    control: { kind: 'line', autoComplete: 'given-name' },
    prompt: msg`Enter the first name`,
    onlyAfter: { path: 'user.hasOneName', answer: 'false' },
  },
  'user.middleName': {
    label: msg`Middle name`,
    control: { kind: 'line', autoComplete: 'additional-name' },
    prompt: msg`Check the middle name`,
    isOptional: true,
  },
  'user.lastName': {
    label: msg`Last name`,
    control: { kind: 'line', autoComplete: 'family-name' },
    prompt: msg`Enter the last name`,
  },
  'user.hasOneName': {
    label: msg`There is only one name`,
    control: { kind: 'tick' },
    prompt: msg`Check the names`,
    isOptional: true,
  },
  'user.dateOfBirth': {
    label: msg`Date of birth`,
    control: { kind: 'date', isBirthday: true },
    prompt: msg`Enter the date of birth`,
    range: msg`Enter a date of birth in the past, at most ${{ years: MAX_AGE }} years ago, with four digits for the year`,
  },
  'user.phone': {
    label: msg`Phone number`,
    description: msg`With the country code, like +48 600 100 200`,
    control: { kind: 'line', type: 'tel', autoComplete: 'tel' },
    prompt: msg`Enter the phone number`,
    format: msg`Enter a phone number like +48 600 100 200`,
  },
  'user.address': {
    label: msg`Contact address`,
    description: msg`Street and house number`,
    control: { kind: 'line', autoComplete: 'street-address' },
    prompt: msg`Enter the contact address`,
  },
  'user.postCode': {
    label: msg`Post code`,
    control: { kind: 'line', autoComplete: 'postal-code' },
    prompt: msg`Enter the post code`,
    row: 'place',
  },
  'user.city': {
    label: msg`City`,
    control: { kind: 'line', autoComplete: 'address-level2' },
    prompt: msg`Enter the city`,
    row: 'place',
  },
  'user.country': {
    label: msg`Country or region`,
    control: { kind: 'select', options: 'countries', autoComplete: 'country' },
    prompt: msg`Choose the country or region`,
  },
  'vehicle.vehicleId': {
    label: msg`Vehicle`,
    description: msg`The vehicles linked to your account`,
    control: { kind: 'vehicle' },
    prompt: msg`Choose a vehicle`,
  },
  'vehicle.proof': {
    label: msg`Vehicle proof, for example the registration certificate or the lease`,
    shortLabel: msg`Vehicle proof`,
    control: { kind: 'files', usage: 'vehicleProof' },
    prompt: msg`Upload the vehicle proof`,
  },
  purpose: {
    label: msg`Purpose of use`,
    control: { kind: 'select', options: 'purposes' },
    prompt: msg`Choose the purpose of use`,
    part: 'purpose',
  },
  purposeDetails: {
    label: msg`Details of the purpose`,
    shortLabel: msg`Details`,
    control: { kind: 'text' },
    prompt: msg`Check the details of the purpose`,
    isOptional: true,
    part: 'purpose',
  },
  use: {
    label: msg`Who uses the data?`,
    shortLabel: msg`Who uses the data`,
    control: {
      kind: 'choice',
      choices: [
        { value: 'personal', label: msg`I use them myself` },
        {
          value: 'thirdParty',
          label: msg`A third party uses them`,
          description: msg`You need a signed Data Sharing Agreement.`,
        },
      ],
    },
    prompt: msg`Choose who uses the data`,
    part: 'purpose',
  },
  'thirdParty.name': {
    label: msg`Full name of the third party`,
    control: { kind: 'line' },
    prompt: msg`Enter the full name of the third party`,
  },
  'thirdParty.location': {
    label: msg`Location of the third party`,
    description: msg`Town and country`,
    control: { kind: 'line' },
    prompt: msg`Enter the location of the third party`,
  },
  'thirdParty.email': {
    label: msg`E-mail address of the third party`,
    description: msg`Once the data are approved, we send the link to its copy there`,
    control: { kind: 'line', type: 'email', autoComplete: 'off' },
    prompt: msg`Enter the e-mail address of the third party`,
    format: emailFormat,
  },
  'thirdParty.materials': {
    label: msg`Third-party related materials`,
    control: { kind: 'files', usage: 'thirdPartyMaterial' },
    prompt: msg`Check the third-party related materials`,
    isOptional: true,
  },
  'thirdParty.agreement': signedAgreement,
  userAgreementAccepted: userAgreement.personal,
} as const satisfies FieldsOf<PersonalForm, (typeof personalPageFields)[number]>;
