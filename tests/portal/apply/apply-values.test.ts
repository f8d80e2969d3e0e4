import { describe, expect, test } from 'vitest';
import { parseInput } from '#contract/envelope.ts';
import { personalForm } from '#contract/personal-form.ts';
import {
  type ApplyValues,
  applicationInput,
  emptyApplication,
} from '#portal/apply/apply-values.ts';

const file = { fileId: '0'.repeat(32), name: 'proof.pdf', size: 10 };
const typed: ApplyValues = {
  ...emptyApplication,
  submissionId: '7b0c4a52-6d2b-4f7e-9a55-0d6f1f4a9c11',
  user: {
    ...emptyApplication.user,
    lastName: 'Nowak',
    firstName: 'Anna',
    dateOfBirth: '1985-4-12',
    phone: '+48 600 100 200',
    address: 'ul. Długa 7',
    postCode: '31-147',
    city: 'Kraków',
    country: 'PL',
  },
  vehicle: { vehicleId: 'twizy', proof: [file] },
  purpose: 'insurance',
  use: 'personal',
  userAgreementAccepted: true,
};

const fieldsOf = (values: ApplyValues) => {
  const parsed = parseInput(personalForm, applicationInput(values));
  return 'fields' in parsed ? parsed.fields : [];
};

describe('the application form as it is typed', () => {
  test('is what the contract takes, without what was left empty', { tags: ['3-user'] }, () => {
    const parsed = parseInput(personalForm, applicationInput(typed));
    expect(parsed).toEqual({
      value: {
        user: {
          lastName: 'Nowak',
          firstName: 'Anna',
          dateOfBirth: '1985-04-12',
          phone: '+48 600 100 200',
          address: 'ul. Długa 7',
          postCode: '31-147',
          city: 'Kraków',
          country: 'PL',
        },
        vehicle: { vehicleId: 'twizy', proof: [file.fileId] },
        purpose: 'insurance',
        userAgreementAccepted: true,
      },
    });
  });

  test('names every field that must be filled, and none that may be left out', {
    tags: ['3-user', '5-prompts', '5-ticks'],
  }, () => {
    expect(fieldsOf(emptyApplication).map(({ field }) => field)).toEqual([
      'user.lastName',
      'user.firstName',
      'user.dateOfBirth',
      'user.phone',
      'user.address',
      'user.postCode',
      'user.city',
      'user.country',
      'vehicle.vehicleId',
      'vehicle.proof',
      'purpose',
      'userAgreementAccepted',
    ]);
  });

  test('asks for the agreement where a third party uses the data', {
    tags: ['3-application'],
  }, () => {
    const fields = fieldsOf({
      ...typed,
      use: 'thirdParty',
      thirdParty: { name: 'Insure', location: 'Lyon', materials: [], agreement: [] },
    });
    expect(fields).toEqual([{ field: 'thirdParty.agreement', problem: 'required' }]);
  });

  test('does not send a third party that was typed before personal use was chosen', () => {
    const input = applicationInput({
      ...typed,
      thirdParty: { name: 'Insure', location: 'Lyon', materials: [], agreement: [file] },
    });
    expect(input).not.toHaveProperty('thirdParty');
  });

  test('does not take a day that no calendar has', () => {
    const fields = fieldsOf({ ...typed, user: { ...typed.user, dateOfBirth: '1985-2-30' } });
    expect(fields).toEqual([{ field: 'user.dateOfBirth', problem: 'format' }]);
  });
});
