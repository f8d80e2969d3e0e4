import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { filedFields } from '#forms/filed-fields.ts';
import { formatter } from '#lib/words/formats.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { useAnswerText, useFieldLabels } from '#ui/application/summary.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import styles from './case-page.module.css';

interface CaseResubmissionProps {
  kind: ApplicationKind;
  changes: NonNullable<CallData<'deskApplication'>['resubmission']>;
}

export default function CaseResubmission({ kind, changes }: CaseResubmissionProps) {
  const { t, i18n } = useLingui();
  const labelOf = useFieldLabels();
  const textOf = useAnswerText(Object.values(filedFields[kind]));
  const { earlier, fields, added, removed, kept } = changes;
  const names = (list: readonly string[]) => formatter(Intl.ListFormat, i18n.locale).format(list);
  const rows = fields.flatMap(({ field: path, before, after }) => {
    const field = filedFields[kind][path];
    if (!field) return [];
    return {
      path,
      label: labelOf(field),
      before: textOf(field, before),
      after: textOf(field, after),
    };
  });
  if (added.length + removed.length > 0)
    rows.push({
      path: 'files',
      label: t`Files`,
      before: removed.length > 0 ? names(removed) : null,
      after: added.length > 0 ? names(added) : null,
    });
  return (
    <section className={styles.resubmission}>
      <h2>{t`Filed again: what changed`}</h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder closed.
        </Trans>
      </p>
      {rows.length === 0 ? (
        <p>{t`Nothing changed.`}</p>
      ) : (
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
      )}
      {kept.length > 0 && <p>{t`Files with the same content as before: ${names(kept)}`}</p>}
    </section>
  );
}
