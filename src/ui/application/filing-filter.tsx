import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';

/** Stores the fields of a filter in the query string, so that browser Back and bookmarks work. */
export function useAddressFields() {
  const [address, setAddress] = useSearchParams();
  return (key: string) => ({
    value: address.get(key) ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const next = new URLSearchParams(address);
      if (value) next.set(key, value);
      else next.delete(key);
      next.delete('page');
      setAddress(next);
    },
  });
}

export function FilingFields() {
  const { t } = useLingui();
  const fieldOf = useAddressFields();
  return (
    <>
      <TextInput type="date" label={<span>{t`Filed from`}</span>} {...fieldOf('from')} />
      <TextInput type="date" label={<span>{t`Filed until`}</span>} {...fieldOf('to')} />
      <KindFilter />
    </>
  );
}

export function KindFilter() {
  const { t } = useLingui();
  return (
    <FilterSelect
      name="kind"
      label={t`Kind`}
      options={{ personal: t`Users and third parties`, public: t`Public sector bodies` }}
    />
  );
}

export interface FilterSelectProps {
  name: string;
  label: string;
  options: Readonly<Record<string, string>>;
}

export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const { t } = useLingui();
  const values = Object.entries(options).map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      label={<span>{label}</span>}
      {...useAddressFields()(name)}
      data={[{ value: '', label: t`All` }, ...values]}
    />
  );
}
