import { useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { filterFields } from './audit-address.ts';
import styles from './audit-page.module.css';
import { useActionWords } from './use-action-words.ts';

const NUMBER = '[Vv][Dd]-\\d{8}-[0-9A-Za-z]{6}';

/** Filters by actor, requester, action, time; in the address, so that Back and a bookmark work. */
export function AuditFilters() {
  const { t } = useLingui();
  const words = useActionWords();
  const [address, setAddress] = useSearchParams();
  const { data: staff = [] } = useQuery('staffList', {});
  const [wrong, setWrong] = useState<string[]>([]);
  const fields = useRef<HTMLFormElement>(null);
  // What the address brings shows in the fields also after Back.
  useEffect(() => {
    for (const field of fields.current?.elements ?? [])
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = address.get(field.name) ?? '';
  }, [address]);
  const shown = (name: (typeof filterFields)[number]) => address.get(name) ?? '';

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...form.elements].filter((one) => one instanceof HTMLInputElement);
    const bad = fields.filter((one) => !one.validity.valid);
    setWrong(bad.map(({ name }) => name));
    bad[0]?.focus();
    if (bad.length) return;
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    setAddress(Object.fromEntries(entries.filter(([, value]) => value)));
  }

  return (
    <search>
      <form ref={fields} className={`stack ${styles.filters}`} noValidate onSubmit={show}>
        <TextInput
          name="actor"
          label={<span>{t`Who acted`}</span>}
          list="audit-actors"
          maxLength={200}
          defaultValue={shown('actor')}
        />
        <datalist id="audit-actors">
          {staff.map(({ id, email }) => (
            <option key={id} value={email} />
          ))}
        </datalist>
        <TextInput
          name="requester"
          type="email"
          label={<span>{t`Whose data (e-mail)`}</span>}
          maxLength={200}
          defaultValue={shown('requester')}
          error={
            wrong.includes('requester') &&
            t`Enter the e-mail in the correct format, like name@example.eu`
          }
        />
        <TextInput
          name="applicationNumber"
          label={<span>{t`Application number`}</span>}
          pattern={NUMBER}
          defaultValue={shown('applicationNumber')}
          error={wrong.includes('applicationNumber') && t`A number looks like VD-20261120-4K7Q2M`}
        />
        <NativeSelect
          name="action"
          label={<span>{t`What`}</span>}
          defaultValue={shown('action')}
          data={[
            { value: '', label: t`Everything` },
            ...Object.entries(words).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput
          name="from"
          type="date"
          label={<span>{t`From`}</span>}
          defaultValue={shown('from')}
        />
        <TextInput name="to" type="date" label={<span>{t`To`}</span>} defaultValue={shown('to')} />
        <div className={`row ${styles.actions}`}>
          <Button type="submit">{t`Show`}</Button>
          {filterFields.some(shown) && <Link to="/desk/audit">{t`Show everything`}</Link>}
        </div>
      </form>
    </search>
  );
}
