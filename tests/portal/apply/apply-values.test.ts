import { describe, expect, test } from 'vitest';
import { parseInput } from '#contract/envelope.ts';
import { personalForm } from '#contract/personal-form.ts';
import type { OwnVehicles } from '#contract/user-info.ts';
import { type ApplyValues, applicationInput, emptyApplication } from '#portal/apply/steps.tsx';

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

const fieldsOf = (values: ApplyValues, vehicles: OwnVehicles = []) => {
  const parsed = parseInput(personalForm, applicationInput(values, vehicles));
  return 'fields' in parsed ? parsed.fields : [];
};

describe('the application form as it is typed', () => {
  test('is converted to the contract’s input without empty values', { tags: ['3-user'] }, () => {
    const parsed = parseInput(personalForm, applicationInput(typed, []));
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

  test('contains no first name of a person with one name', () => {
    const user = { ...typed.user, firstName: 'Anna', hasOneName: true };
    const input = applicationInput({ ...typed, user }, []) as { user: object };
    expect(Object.keys(input.user)).not.toContain('firstName');
    expect(parseInput(personalForm, input)).toHaveProperty('value');
  });

  test('requires exactly the mandatory fields', {
    tags: ['3-user', '5-prompts', '5-ticks'],
  }, () => {
    expect(fieldsOf(emptyApplication).map(({ field }) => field)).toEqual([
      'user.lastName',
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

  const twizy = { vehicleId: 'twizy', vin: 'VF1', name: 'Twizy' };
  test.each<[string, ApplyValues, OwnVehicles]>([
    ['third-party use', { ...typed, use: 'thirdParty' }, [{ ...twizy, onBehalfOf: null }]],
    ['a vehicle of somebody else', typed, [{ ...twizy, onBehalfOf: 'owner@example.eu' }]],
  ])(
    'requires name, location, e-mail address and agreement for %s',
    {
      tags: ['3-application'],
    },
    (_, values, vehicles) => {
      expect(fieldsOf(values, vehicles)).toEqual(
        ['name', 'location', 'email', 'agreement'].map((field) => ({
          field: `thirdParty.${field}`,
          problem: 'required',
        })),
      );
    },
  );
});
