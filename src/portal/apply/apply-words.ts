import { useLingui } from '@lingui/react/macro';
import type { FieldWords } from '#ui/form/problem-text.ts';

/** What the application form says about its fields, in the order of its steps. */
export function useApplyWords(): Record<string, FieldWords> {
  const { t } = useLingui();
  return {
    'user.title': { prompt: t`Check the title` },
    'user.firstName': { prompt: t`Enter your first name` },
    'user.middleName': { prompt: t`Check your middle name` },
    'user.lastName': { prompt: t`Enter your last name` },
    'user.dateOfBirth': {
      prompt: t`Enter your date of birth`,
      format: t`Enter a real date with day, month and year`,
    },
    'user.phone': {
      prompt: t`Enter your phone number`,
      format: t`Enter a phone number like +48 600 100 200`,
    },
    'user.address': { prompt: t`Enter your contact address` },
    'user.postCode': { prompt: t`Enter the post code` },
    'user.city': { prompt: t`Enter the city` },
    'user.country': { prompt: t`Choose the country or region` },
    'vehicle.vehicleId': { prompt: t`Choose a vehicle` },
    'vehicle.proof': { prompt: t`Upload the vehicle proof` },
    purpose: { prompt: t`Choose the purpose of use` },
    purposeDetails: { prompt: t`Check the details of the purpose` },
    use: { prompt: t`Choose who uses the data` },
    'thirdParty.name': { prompt: t`Enter the full name of the third party` },
    'thirdParty.location': { prompt: t`Enter the location of the third party` },
    'thirdParty.materials': { prompt: t`Check the third-party related materials` },
    'thirdParty.agreement': { prompt: t`Please upload the Data Sharing Agreement` },
    userAgreementAccepted: { prompt: t`Please accept the user agreement` },
  };
}
