import { useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from '../queue-page.module.css';
import { changedAddress } from './changed-address.ts';

/** Search of the queue; what the address brings shows in the field also after Back. */
export function QueueSearch() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = search;
  }, [search]);
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
        setAddress(changedAddress(address, 'search', typed));
      }}
    >
      <TextInput
        ref={field}
        name="search"
        type="search"
        aria-label={t`Number, name, e-mail or VIN`}
        placeholder={t`Number, name, e-mail or VIN`}
        maxLength={200}
        defaultValue={search}
      />
      <Button type="submit" variant="default">
        {t`Search`}
      </Button>
    </form>
  );
}
