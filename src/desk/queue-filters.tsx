import { useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { changedAddress } from './queue/changed-address.ts';
import styles from './queue-page.module.css';

/** Further filters of the queue; in the address, so that Back and a bookmark work. */
export function QueueFilters() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const change = (key: string, value: string) => setAddress(changedAddress(address, key, value));
  return (
    <div className={`row row-end ${styles.filters}`} id="filters">
      <NativeSelect
        label={<span>{t`Kind`}</span>}
        value={address.get('kind') ?? ''}
        onChange={(event) => change('kind', event.currentTarget.value)}
        data={[
          { value: '', label: t`All` },
          { value: 'personal', label: t`Users and third parties` },
          { value: 'public', label: t`Public sector bodies` },
        ]}
      />
      <NativeSelect
        label={<span>{t`Taken by`}</span>}
        value={address.get('assigned') ?? ''}
        onChange={(event) => change('assigned', event.currentTarget.value)}
        data={[
          { value: '', label: t`All` },
          { value: 'me', label: t`Me` },
          { value: 'nobody', label: t`Nobody` },
        ]}
      />
      <Checkbox
        label={t`Overdue only`}
        checked={address.get('overdue') === 'yes'}
        onChange={(event) => change('overdue', event.currentTarget.checked ? 'yes' : '')}
      />
    </div>
  );
}
