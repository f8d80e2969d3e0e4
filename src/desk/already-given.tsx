import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { useOptionLabels } from '#ui/application/use-options.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** The same data, given to another public-sector body that did not report their erasure. */
export function AlreadyGiven({ given }: { given: CallData<'deskApplication'>['alreadyGiven'] }) {
  const { t, i18n } = useLingui();
  const label = useOptionLabels('dataTypes');
  if (given.length === 0) return null;
  const day = (at: string | null) => (at ? formatDate(Date.parse(at), i18n.locale) : '…');
  return (
    <Notice kind="info" title={t`The same data were given to another public sector body`}>
      <p>
        <Trans>
          Their erasure was not reported: this can be a ground to decline if the purpose is also the
          same (Art. 18(2)(b)).
        </Trans>
      </p>
      <ul>
        {given.map(({ applicationNumber, departmentName, dataTypes, from, to }) => (
          <li key={applicationNumber}>
            <Link to={`/desk/applications/${applicationNumber}`}>
              {departmentName ?? applicationNumber}
            </Link>
            {`: ${label('dataTypes', dataTypes)}, ${day(from)} – ${day(to)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
