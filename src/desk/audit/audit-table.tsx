import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import listStyles from '#ui/application/application-list.module.css';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import styles from './audit-page.module.css';
import { useActionWords } from './use-action-words.ts';

/** A row an entry of the log; on a phone, a card. */
export function AuditTable({ items }: { items: CallData<'auditTrail'>['items'] }) {
  const { t, i18n } = useLingui();
  const words = useActionWords();
  return (
    <table className={`${listStyles.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>When</Trans>
          </th>
          <th scope="col">
            <Trans>Who acted</Trans>
          </th>
          <th scope="col">
            <Trans>What</Trans>
          </th>
          <th scope="col">
            <Trans>Whose data</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ seq, at, actor, action, applicationNumber, requester, detail }) => (
          <tr key={seq}>
            <th scope="row">
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
              <small>{t`Entry ${seq}`}</small>
            </th>
            <td data-label={t`Who acted`}>{actor}</td>
            <td data-label={t`What`}>
              {words[action]}
              {action === 'queue.list' ? (
                <Listed numbers={detail?.split(' ') ?? []} />
              ) : (
                detail && <small>{detail}</small>
              )}
            </td>
            <td data-label={t`Whose data`}>
              {applicationNumber === null ? (
                '–'
              ) : requester === null ? (
                <>
                  {applicationNumber}
                  <small>{t`erased`}</small>
                </>
              ) : (
                <>
                  {requester}
                  <small>
                    <Link to={`/desk/applications/${applicationNumber}`}>{applicationNumber}</Link>
                  </small>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The applications that a page of the queue showed. */
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
