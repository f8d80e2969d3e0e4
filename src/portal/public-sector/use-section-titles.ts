import { useLingui } from '@lingui/react/macro';
import type { PublicSection } from './public-values.ts';

/** Titles of the form's sections. */
export function useSectionTitles(): Record<PublicSection, string> {
  const { t } = useLingui();
  return {
    body: t`The public sector body`,
    data: t`The data`,
    use: t`The use`,
    formalities: t`Formal requirements`,
    delivery: t`Delivery`,
    check: t`Check your answers`,
  };
}
