import { useLingui } from '@lingui/react/macro';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useAddressFields } from '#ui/application/filing-filter.tsx';

/** Search whose text is in the query string of the page. */
export function SearchForm({ className, ...input }: TextInputProps) {
  const { t } = useLingui();
  const { value: search, onChange } = useAddressFields()('search');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = search;
  }, [search]);
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
        onChange({ currentTarget: { value: typed } });
      }}
    >
      <TextInput ref={field} name="search" defaultValue={search} {...input} />
      <Button type="submit" variant="default">
        {t`Search`}
      </Button>
    </form>
  );
}
