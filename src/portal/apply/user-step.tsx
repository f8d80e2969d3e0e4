import { useLingui } from '@lingui/react';
import { isFamilyNameFirst, type Language } from '#contract/languages.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import type { ApplyForm } from './apply-values.ts';

/** User information, the names in the order in which the reader's language writes them. */
export function UserStep({ form }: { form: ApplyForm }) {
  const { i18n } = useLingui();
  const isReversed = isFamilyNameFirst(i18n.locale as Language);
  return (
    <DescribedPart
      form={form}
      fields={personalFields}
      part="user"
      ordered={(paths) => (isReversed ? familyNameFirst(paths) : paths)}
    />
  );
}

function familyNameFirst(paths: string[]): string[] {
  const names = ['user.firstName', 'user.middleName', 'user.lastName'];
  return paths.map((path) => names.toReversed()[names.indexOf(path)] ?? path);
}
