import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/user-info.ts';
import type { useOptionLabels } from '#ui/application/use-options.ts';
import { findDraft } from '#ui/form/drafts.ts';
import { NEW_APPLICATION, PUBLIC_FORM } from '../addresses.ts';
import { applicationDraft, publicDraft } from '../drafts.ts';
import { DraftRow } from './draft-row.tsx';

/** Rows of the applications that the account has begun on this device and not sent. */
export function useDraftRows(
  user: User | undefined,
  optionLabel: ReturnType<typeof useOptionLabels>,
): ReactNode[] {
  const { t } = useLingui();
  // Only to draw the list anew: the device holds the drafts.
  const [, setForgotten] = useState(0);
  if (!user) return [];
  const purposeLabel = ({ purpose }: { purpose?: string }) =>
    purpose ? optionLabel('purposes', purpose) : '–';
  const forms = [
    {
      draft: applicationDraft(user.id),
      title: t`Unfinished application`,
      form: NEW_APPLICATION,
      purpose: purposeLabel,
    },
    {
      draft: publicDraft(user.id),
      title: t`Unfinished request of a public sector body`,
      form: PUBLIC_FORM,
      purpose: ({ purpose }: { purpose?: string }) => purpose || '–',
    },
  ];
  return forms
    .filter(({ draft }) => findDraft(draft))
    .map((form) => (
      <DraftRow key={form.draft} {...form} onForgotten={() => setForgotten((count) => count + 1)} />
    ));
}
