import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { AndMore } from './and-more.tsx';

interface AlreadyGivenProps {
  /** Of the application that asks for the data. */
  number: string;
  given: CallData<'deskApplication'>['alreadyGiven'];
}

/** The same data, given to another public-sector body that did not report their erasure. */
export function AlreadyGiven({ number, given: { total, items } }: AlreadyGivenProps) {
  const { t, i18n } = useLingui();
  if (total === 0) return null;
  return (
    <Notice kind="info" title={t`The same data were given to another public sector body`}>
      <p>
        <Trans>
          Their erasure was not reported: this can be a ground to decline if the purpose is also the
          same (Art. 18(2)(b)).
        </Trans>
      </p>
      <ul>
        {items.map(({ applicationNumber, departmentName, purpose, approvedAt }) => (
          <li key={applicationNumber}>
            <Link className="whole" to={`/desk/applications/${applicationNumber}`}>
              {applicationNumber}
            </Link>
            {departmentName && <span>{` · ${departmentName}`}</span>}
            <span>{` · ${formatDate(approvedAt, i18n.locale)}`}</span>
            <p>{purpose}</p>
          </li>
        ))}
      </ul>
      <AndMore more={total - items.length} to={`/desk/erasures?sameAs=${number}`} />
    </Notice>
  );
}
