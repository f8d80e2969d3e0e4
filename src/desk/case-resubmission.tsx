import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { Link } from 'react-router-dom';
import { filedFields } from '#forms/filed-fields.ts';
import { formatter } from '#lib/words/formats.ts';
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
      <h2>{t`Filed again: what changed`}</h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder closed.
        </Trans>
      </p>
      {fields.length + added.length + removed.length === 0 ? (
        <p>{t`Nothing changed.`}</p>
      ) : (
        <Table className={styles.changes}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Field`}</Table.Th>
              <Table.Th scope="col">{t`Before`}</Table.Th>
              <Table.Th scope="col">{t`Now`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ field: path, before, after }) => {
              const field = filedFields[kind][path];
              if (!field) return null;
              return (
                <Table.Tr key={path}>
                  <Table.Th scope="row">{labelOf(field)}</Table.Th>
                  <Table.Td data-label={t`Before`}>
                    {before.length > 0 ? <del>{textOf(field, before)}</del> : '–'}
                  </Table.Td>
                  <Table.Td data-label={t`Now`}>
                    {after.length > 0 ? <ins>{textOf(field, after)}</ins> : '–'}
                  </Table.Td>
                </Table.Tr>
              );
            })}
            {added.length + removed.length > 0 && (
              <Table.Tr>
                <Table.Th scope="row">{t`Files`}</Table.Th>
                <Table.Td data-label={t`Before`}>
                  {removed.length > 0 ? <del>{names(removed)}</del> : '–'}
                </Table.Td>
                <Table.Td data-label={t`Now`}>
                  {added.length > 0 ? <ins>{names(added)}</ins> : '–'}
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      )}
      {kept.length > 0 && (
        <p>
          <Trans>Files with the same content as before: {names(kept)}</Trans>
        </p>
      )}
    </section>
  );
}
