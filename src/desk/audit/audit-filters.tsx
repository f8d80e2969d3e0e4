import { useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AuditAction } from '#contract/audit.ts';
import { EMAIL } from '#contract/limits.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import styles from './audit-page.module.css';
import { actionGroups } from './audit-words.ts';

const NUMBER = '[Vv][Dd]-\\d{8}-[0-9A-Za-z]{6}';

export function AuditFilters() {
  const { t, i18n } = useLingui();
  const [address, setAddress] = useSearchParams();
  const { data: staff = [] } = useQuery('staffList', {});
  const [wrong, setWrong] = useState<string[]>([]);
  const fields = useRef<HTMLFormElement>(null);
  // Updates the fields from the URL, also after browser Back.
  useEffect(() => {
    for (const field of fields.current?.elements ?? [])
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = address.get(field.name) ?? '';
  }, [address]);
  const shown = (name: FieldName) => address.get(name) ?? '';
  const field = (name: FieldName, label: string, input: TextInputProps = {}, error = '') => (
    <TextInput
      name={name}
      label={<span>{label}</span>}
      defaultValue={shown(name)}
      error={wrong.includes(name) && error}
      {...input}
    />
  );

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement);
    const bad = fields.filter((field) => !field.validity.valid);
    setWrong(bad.map(({ name }) => name));
    bad[0]?.focus();
    if (bad.length) return;
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    setAddress(Object.fromEntries(entries.filter(([, value]) => value)));
  }

  return (
    <search>
      <form ref={fields} className={`stack ${styles.filters}`} noValidate onSubmit={show}>
        {field('actor', t`Who acted`, { list: 'audit-actors', maxLength: 200 })}
        <datalist id="audit-actors">
          {staff.map(({ id, email }) => (
            <option key={id} value={email} />
          ))}
        </datalist>
        {field(
          'requester',
          t`Whose data (e-mail)`,
          { type: 'email', pattern: EMAIL.source, maxLength: 200 },
          t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`,
        )}
        {field(
          'applicationNumber',
          t`Application number`,
          { pattern: NUMBER },
          t`A number looks like VD-20261120-4K7Q2M`,
        )}
        <NativeSelect
          name="action"
          label={<span>{t`What`}</span>}
          defaultValue={shown('action')}
          data={[
            { value: '', label: t`Everything` },
            ...actionGroups.map(({ group, words }) => ({
              group: i18n._(group),
              items: Object.entries(words).map(([value, label]) => ({
                value,
                label: i18n._(label),
              })),
            })),
          ]}
        />
        {field('from', t`From`, { type: 'date' })}
        {field('to', t`To`, { type: 'date' })}
        <div className={`row ${styles.actions}`}>
          <Button type="submit">{t`Show`}</Button>
          {filterFields.some(shown) && <Link to="/desk/audit">{t`Show everything`}</Link>}
        </div>
      </form>
    </search>
  );
}

type Filter = Omit<CallInput<'auditTrail'>, 'page' | 'pageSize'>;

const filterFields = ['actor', 'requester', 'applicationNumber', 'action', 'from', 'to'] as const;

type FieldName = (typeof filterFields)[number];

/** Reads the filter from the URL. Days are in the reader's time zone; the last day is included. */
export function readFilter(address: URLSearchParams): Filter {
  const value = (name: FieldName) => address.get(name)?.trim() || undefined;
  const filter = {
    actor: value('actor'),
    requester: value('requester'),
    applicationNumber: value('applicationNumber')?.toUpperCase(),
    action: value('action') as AuditAction | undefined,
    from: startOfDay(value('from'), 0),
    to: startOfDay(value('to'), 1),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, one]) => one)) as Filter;
}

function startOfDay(day: string | undefined, later: number): string | undefined {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
