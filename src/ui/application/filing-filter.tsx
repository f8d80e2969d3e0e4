import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';

export type AddressField = (key: string) => {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** Stores the fields of a filter in the query string, so that browser Back and bookmarks work. */
export function useAddressFields(): AddressField {
  const [address, setAddress] = useSearchParams();
  return (key) => ({
    value: address.get(key) ?? '',
    onChange: ({ currentTarget: { value } }) => {
      const next = new URLSearchParams(address);
      if (value) next.set(key, value);
      else next.delete(key);
      // A changed filter starts at its first page.
      next.delete('page');
      setAddress(next);
    },
  });
}

export function FilingFields({ fieldOf }: { fieldOf: AddressField }) {
  const { t } = useLingui();
  return (
    <>
      <TextInput type="date" label={<span>{t`Filed from`}</span>} {...fieldOf('from')} />
      <TextInput type="date" label={<span>{t`Filed until`}</span>} {...fieldOf('to')} />
      <NativeSelect
        label={<span>{t`Kind`}</span>}
        {...fieldOf('kind')}
        data={[
          { value: '', label: t`All` },
          { value: 'personal', label: t`Users and third parties` },
          { value: 'public', label: t`Public sector bodies` },
        ]}
      />
    </>
  );
}
