import { useLingui } from '@lingui/react/macro';
import type { FieldWords } from '#ui/form/problem-text.ts';

/** What the data-information form says about its fields, in the order of the page. */
export function useDataRequestWords(): Record<string, FieldWords> {
  const { t } = useLingui();
  return {
    from: { prompt: t`Enter the start time` },
    to: { prompt: t`Enter the end time`, format: t`The end time must be after the start time` },
    dataTypes: { prompt: t`Choose at least one data type` },
    masking: { prompt: t`Choose whether the data are masked` },
    contactEmail: {
      prompt: t`Enter the contact e-mail`,
      format: t`Enter the e-mail in the correct format, like name@example.eu`,
    },
    reportLanguage: { prompt: t`Choose the report language` },
    scope: { prompt: t`Check the scope of the data request` },
    agreement: { prompt: t`Please upload the Data Sharing Agreement` },
    userAgreementAccepted: { prompt: t`Please accept the user agreement` },
  };
}
