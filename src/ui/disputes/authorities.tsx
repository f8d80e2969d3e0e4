import { Trans, useLingui } from '@lingui/react/macro';
import { stateAuthorities } from '#contract/authorities.ts';
import { CardTable } from '#ui/list/card-table.tsx';

export function Authorities() {
  const { t, i18n } = useLingui();
  const nameOf = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  const { compare } = new Intl.Collator(i18n.locale);
  const states = stateAuthorities
    .map((state) => ({ ...state, name: nameOf.of(state.country) ?? state.country }))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <details>
      <summary>{t`Authorities of the Member States`}</summary>
      <p>
        <Trans>
          Where no competent authority is named, we do not know it for certain: the European
          Commission keeps the public register of them (Art. 37 of the Data Act). For the protection
          of personal data the data protection authority is responsible.
        </Trans>
      </p>
      <CardTable
        rows={states}
        keyOf={({ country }) => country}
        columns={[
          { label: t`Member State`, cell: ({ name }) => name },
          {
            label: t`Competent authority`,
            cell: ({ competent }) => (competent ? <Site {...competent} /> : t`Not known`),
          },
          {
            label: t`Data protection authority`,
            cell: ({ dataProtection }) => <Site {...dataProtection} />,
          },
        ]}
      />
    </details>
  );
}

function Site({ name, url }: { name: string; url: string }) {
  return (
    <a href={url} rel="noreferrer">
      {name}
    </a>
  );
}
