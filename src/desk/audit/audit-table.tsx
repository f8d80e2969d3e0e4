import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { AuditAction } from '#contract/audit.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import styles from './audit-page.module.css';
import { useActionWords, useActorWords } from './use-action-words.ts';

type Entry = CallData<'auditTrail'>['items'][number];

/** A row an entry of the log; on a phone, a card. */
export function AuditTable({ items }: { items: readonly Entry[] }) {
  const { t, i18n } = useLingui();
  const words = useActionWords();
  const actors = useActorWords();
  return (
    <CardTable
      className={styles.table}
      rows={items}
      keyOf={({ seq }) => seq}
      columns={[
        {
          label: t`When`,
          cell: ({ at, seq }) => (
            <>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
              <small>{t`Entry ${seq}`}</small>
            </>
          ),
        },
        { label: t`Who acted`, cell: ({ actor }) => actors[actor] ?? actor },
        {
          label: t`What`,
          cell: ({ action, detail }) => (
            <>
              <span>{words[action as AuditAction] ?? action}</span>
              {isListing(action) ? (
                <Listed numbers={detail?.split(' ') ?? []} />
              ) : (
                detail && <small>{detail}</small>
              )}
            </>
          ),
        },
        { label: t`Whose data`, cell: (entry) => <Subject entry={entry} /> },
      ]}
    />
  );
}

/** Tests that the detail of an action is numbers of applications. */
const isListing = (action: string) => action === 'queue.list' || action === 'queue.export';

/** Requester and application of an entry; by its number alone once it is erased. */
function Subject({ entry: { applicationNumber, requester } }: { entry: Entry }) {
  const { t } = useLingui();
  if (applicationNumber === null) return <span>–</span>;
  if (requester === null)
    return (
      <>
        <span>{applicationNumber}</span>
        <small>{t`erased`}</small>
      </>
    );
  return (
    <>
      <span>{requester}</span>
      <small>
        <Link to={`/desk/applications/${applicationNumber}`}>{applicationNumber}</Link>
      </small>
    </>
  );
}

/** The applications that a page of the queue showed, or a part of a file of it has. */
function Listed({ numbers }: { numbers: readonly string[] }) {
  return (
    <details>
      <summary>
        <Plural value={numbers.length} one="# application" other="# applications" />
      </summary>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <Link to={`/desk/applications/${number}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
