import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import styles from './queue-page.module.css';

/** Whose turn, which kind, and a search; kept in the address, so that Back and a bookmark work. */
export function QueueFilters() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const change = (key: string, value: string) => {
    const next = new URLSearchParams(address);
    next.set(key, value);
    next.delete('page');
    setAddress(next);
  };
  return (
    <search className={styles.filters}>
      <NativeSelect
        label={t`Whose turn`}
        value={address.get('turn') ?? 'holder'}
        onChange={(event) => change('turn', event.currentTarget.value)}
        data={[
          { value: 'holder', label: t`The data holder’s` },
          { value: 'requester', label: t`The requester’s` },
          { value: 'nobody', label: t`Ended` },
          { value: 'all', label: t`All` },
        ]}
      />
      <NativeSelect
        label={t`Kind`}
        value={address.get('kind') ?? 'all'}
        onChange={(event) => change('kind', event.currentTarget.value)}
        data={[
          { value: 'all', label: t`All` },
          { value: 'personal', label: t`Users and third parties` },
          { value: 'public', label: t`Public sector bodies` },
        ]}
      />
      <form
        // A search that the address brings shows in the field also after Back.
        key={address.get('search')}
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          change('search', String(new FormData(event.currentTarget).get('search') ?? ''));
        }}
      >
        <TextInput
          name="search"
          type="search"
          label={t`Number or e-mail`}
          defaultValue={address.get('search') ?? ''}
        />
        <Button type="submit" variant="default">
          <Trans>Search</Trans>
        </Button>
      </form>
    </search>
  );
}
