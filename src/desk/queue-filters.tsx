import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tick } from '#ui/form/tick.tsx';
import textButton from '#ui/frame/text-button.module.css';
import styles from './queue-page.module.css';

/** Filters of the queue; in the address, so that Back and a bookmark work. */
export function QueueFilters() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const change = (key: string, value: string) => {
    const next = new URLSearchParams(address);
    // A state says whose turn it is, too.
    if (key === 'turn') next.delete('state');
    if (value) next.set(key, value);
    else next.delete(key);
    next.delete('page');
    setAddress(next);
  };
  const state = address.get('state');
  const [isWhole, setWhole] = useState(false);
  const search = address.get('search') ?? '';
  const field = useRef<HTMLInputElement>(null);
  // A search that the address brings shows in the field also after Back.
  useEffect(() => {
    if (field.current) field.current.value = search;
  }, [search]);
  return (
    <search className={styles.filters} data-whole={isWhole || undefined}>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          change('search', String(new FormData(event.currentTarget).get('search') ?? '').trim());
        }}
      >
        <TextInput
          ref={field}
          name="search"
          type="search"
          label={t`Number, name, e-mail or VIN`}
          maxLength={200}
          defaultValue={search}
        />
        <Button type="submit" variant="default">
          <Trans>Search</Trans>
        </Button>
      </form>
      <button
        type="button"
        className={`${textButton.textButton} ${styles.more}`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? <Trans>Fewer filters</Trans> : <Trans>More filters</Trans>}
      </button>
      <NativeSelect
        label={t`Waiting for`}
        value={state ? 'all' : (address.get('turn') ?? 'holder')}
        onChange={(event) => change('turn', event.currentTarget.value)}
        data={[
          { value: 'holder', label: t`The data holder` },
          { value: 'requester', label: t`The requester` },
          { value: 'nobody', label: t`Ended` },
          { value: 'all', label: t`All` },
        ]}
      />
      <NativeSelect
        label={t`Kind`}
        value={address.get('kind') ?? ''}
        onChange={(event) => change('kind', event.currentTarget.value)}
        data={[
          { value: '', label: t`All` },
          { value: 'personal', label: t`Users and third parties` },
          { value: 'public', label: t`Public sector bodies` },
        ]}
      />
      <NativeSelect
        label={t`Taken by`}
        value={address.get('assigned') ?? ''}
        onChange={(event) => change('assigned', event.currentTarget.value)}
        data={[
          { value: '', label: t`All` },
          { value: 'me', label: t`Me` },
          { value: 'nobody', label: t`Nobody` },
        ]}
      />
      <Tick
        label={t`Overdue only`}
        checked={address.get('overdue') === 'yes'}
        onChange={(event) => change('overdue', event.currentTarget.checked ? 'yes' : '')}
      />
    </search>
  );
}
