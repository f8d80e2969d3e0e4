import { useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { CardTable } from '#ui/list/card-table.tsx';

interface GroundsProps {
  grounds: CallData<'deskGrounds'>;
  /** Codes of those that the competent authority is notified of. */
  notified: readonly string[];
}

/** Grounds of refusal with their articles, and which of them the authority is notified of. */
export default function Grounds({ grounds, notified }: GroundsProps) {
  const { t } = useLingui();
  const useOf = ({ kind, only }: (typeof grounds)[number]) => {
    if (kind === 'public') return t`Public sector bodies`;
    return only === null ? t`Users and third parties` : t`Third parties alone`;
  };
  return (
    <section>
      <h2>{t`Grounds of refusal`}</h2>
      <CardTable
        rows={grounds}
        keyOf={({ code }) => code}
        columns={[
          { label: t`Ground`, cell: ({ label }) => label },
          { label: t`Data Act`, cell: ({ article }) => article },
          { label: t`Applies to`, cell: useOf },
          {
            label: t`Competent authority`,
            cell: ({ code }) => (notified.includes(code) ? t`Is notified` : t`Is not notified`),
          },
        ]}
      />
    </section>
  );
}
