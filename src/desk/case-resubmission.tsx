import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { filedFields } from '#applications/filed-fields.ts';
import { formatter } from '#lib/words/formatter.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { useAnswerText, useFieldLabels } from '#ui/application/summary.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './case-resubmission.module.css';

interface CaseResubmissionProps {
  kind: ApplicationKind;
  changes: NonNullable<CallData<'deskApplication'>['resubmission']>;
}

/** Differences from the requester's earlier application that was refused or lapsed. */
export default function CaseResubmission({ kind, changes }: CaseResubmissionProps) {
  const { t, i18n } = useLingui();
  const labelOf = useFieldLabels();
  const textOf = useAnswerText(Object.values(filedFields[kind]));
  const { earlier, fields, added, removed, kept } = changes;
  const names = (list: readonly string[]) => formatter(Intl.ListFormat, i18n.locale).format(list);
  return (
    <section className={styles.resubmission}>
      <h2>
        <Trans>Filed again: what changed</Trans>
      </h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder closed.
        </Trans>
      </p>
      {fields.length + added.length + removed.length === 0 ? (
        <p>
          <Trans>Nothing changed.</Trans>
        </p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Before</Trans>
              </th>
              <th scope="col">
                <Trans>Now</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field: path, before, after }) => {
              const field = filedFields[kind][path];
              if (!field) return null;
              return (
                <tr key={path}>
                  <th scope="row">{labelOf(field)}</th>
                  <td data-label={t`Before`}>
                    {before.length > 0 ? <del>{textOf(field, before)}</del> : '–'}
                  </td>
                  <td data-label={t`Now`}>
                    {after.length > 0 ? <ins>{textOf(field, after)}</ins> : '–'}
                  </td>
                </tr>
              );
            })}
            {added.length + removed.length > 0 && (
              <tr>
                <th scope="row">{t`Files`}</th>
                <td data-label={t`Before`}>
                  {removed.length > 0 ? <del>{names(removed)}</del> : '–'}
                </td>
                <td data-label={t`Now`}>{added.length > 0 ? <ins>{names(added)}</ins> : '–'}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {kept.length > 0 && (
        <p>
          <Trans>Files with the same content as before: {names(kept)}</Trans>
        </p>
      )}
    </section>
  );
}
