import { useLingui } from '@lingui/react/macro';
import type { AnswerChange } from '#contract/application-record.ts';
import { filedFields } from '#forms/filed-fields.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import styles from './answer-changes.module.css';
import { useAnswerText, useFieldLabels } from './summary.tsx';

interface AnswerChangesProps {
  kind: ApplicationKind;
  changes: readonly AnswerChange[];
  files?: { before: string | null; after: string | null };
}

export default function AnswerChanges({ kind, changes, files }: AnswerChangesProps) {
  const { t } = useLingui();
  const labelOf = useFieldLabels();
  const textOf = useAnswerText(Object.values(filedFields[kind]));
  const rows = changes.flatMap(({ field: path, before, after }) => {
    const field = filedFields[kind][path];
    if (!field) return [];
    return {
      path,
      label: labelOf(field),
      before: textOf(field, before),
      after: textOf(field, after),
    };
  });
  if (files) rows.push({ path: 'files', label: t`Files`, ...files });
  if (rows.length === 0) return <p>{t`Nothing changed.`}</p>;
  return (
    <div className={styles.table}>
      <CardTable
        className={styles.changes}
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          { label: t`Field`, cell: ({ label }) => label },
          {
            label: t`Before`,
            cell: ({ before }) => (before === null ? '–' : <del>{before}</del>),
          },
          { label: t`Now`, cell: ({ after }) => (after === null ? '–' : <ins>{after}</ins>) },
        ]}
      />
    </div>
  );
}
