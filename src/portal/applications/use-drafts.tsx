import { useLingui } from '@lingui/react/macro';
import type { User } from '#contract/user-info.ts';
import type { Elements } from '#ui/elements.ts';
import { NEW_APPLICATION, PUBLIC_FORM } from '../addresses.ts';
import { applicationDraft, publicDraft } from '../drafts.ts';
import { DraftRow } from './draft-row.tsx';
import { useBegunForms } from './use-begun-forms.ts';

/** Rows of the applications that the account has begun and not sent. */
export function useDraftRows(
  user: User | undefined,
  optionLabel: (list: 'purposes', code: string) => string,
): Elements[] {
  const { t } = useLingui();
  const { find, forget } = useBegunForms();
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
  return forms.flatMap(({ draft, ...form }) => {
    const begun = find(draft);
    return begun
      ? [<DraftRow key={draft} {...form} begun={begun} onForget={() => forget(draft)} />]
      : [];
  });
}
