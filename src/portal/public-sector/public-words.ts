import { useLingui } from '@lingui/react/macro';
import type { FieldWords } from '#ui/form/problem-text.ts';

/** What the public-sector form says about its fields, in the order of the page. */
export function usePublicWords(): Record<string, FieldWords> {
  const { t } = useLingui();
  return {
    departmentName: { prompt: t`Enter the department name` },
    telephone: {
      prompt: t`Enter the telephone number`,
      format: t`Enter a phone number like +32 2 123 45 67`,
    },
    contactEmail: {
      prompt: t`Enter the contact e-mail`,
      format: t`Enter the e-mail in the correct format, like name@example.eu`,
    },
    type: { prompt: t`Choose the type of request` },
    legalProvision: { prompt: t`Name the legal provision that assigns the task` },
    exceptionalNeed: { prompt: t`State the exceptional need` },
    dataRequest: { prompt: t`State which data you need` },
    from: { prompt: t`Enter the start time` },
    to: { prompt: t`Enter the end time`, format: t`The end time must be after the start time` },
    dataTypes: {
      prompt: t`Choose at least one data type`,
      format: t`Outside a public emergency only non-personal data can be requested (Art. 15(1)(b)): choose other data types`,
    },
    scope: { prompt: t`State the scope of the data request` },
    holderReason: { prompt: t`State why you ask this data holder` },
    purpose: { prompt: t`State the data purpose` },
    useAndDuration: { prompt: t`State the intended use and its duration` },
    onwardRecipients: { prompt: t`Check the onward recipients` },
    safeguards: { prompt: t`State the safeguards` },
    erasure: { prompt: t`State when the data are expected to be erased` },
    deadline: {
      prompt: t`Enter by when you need the data`,
      format: t`Enter a real date with day, month and year`,
    },
    receptionMethod: { prompt: t`Choose the preferred reception method` },
    reportLanguage: { prompt: t`Choose the report language` },
    materials: { prompt: t`Upload the related materials` },
  };
}
