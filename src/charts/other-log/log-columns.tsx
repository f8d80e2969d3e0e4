import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { CsvColumns } from '#lib/event-log/read-csv.ts';
import { likelyHeading, type Meaning, meanings } from './likely.ts';
import styles from './other-log.module.css';

interface LogColumnsProps {
  headings: readonly string[];
  onRead: (columns: CsvColumns) => void;
}

/** Asks which column of a table means what. */
export function LogColumns({ headings, onRead }: LogColumnsProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(
    () =>
      Object.fromEntries(meanings.map((each) => [each, likelyHeading(each, headings)])) as Record<
        Meaning,
        string
      >,
  );
  const labels: Record<Meaning, string> = {
    case: t`Application`,
    activity: t`What happened`,
    time: t`When`,
    resource: t`Who (if known)`,
    role: t`Role (if known)`,
  };
  const { resource, role, ...needed } = chosen;
  return (
    <fieldset className={styles.part}>
      <legend>
        <Trans>Columns of the table</Trans>
      </legend>
      <div className={styles.fields}>
        {meanings.map((meaning) => (
          <NativeSelect
            key={meaning}
            label={<span>{labels[meaning]}</span>}
            value={chosen[meaning]}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [meaning]: value })}
            data={[
              { value: '', label: '–' },
              ...[...new Set(headings)].filter(Boolean).map((value) => ({ value, label: value })),
            ]}
          />
        ))}
      </div>
      <Button
        disabled={Object.values(needed).includes('')}
        onClick={() => onRead({ ...needed, ...(resource && { resource }), ...(role && { role }) })}
      >
        <Trans>Read the table</Trans>
      </Button>
    </fieldset>
  );
}
