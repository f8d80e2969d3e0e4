import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { formatter } from '#lib/words/formats.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import AnswerChanges from '#ui/application/answer-changes.tsx';
import type { CallData } from '#ui/calls/call-types.ts';

interface CaseResubmissionProps {
  kind: ApplicationKind;
  changes: NonNullable<CallData<'deskApplication'>['resubmission']>;
}

export default function CaseResubmission({ kind, changes }: CaseResubmissionProps) {
  const { t, i18n } = useLingui();
  const { earlier, fields, added, removed, kept } = changes;
  const names = (list: readonly string[]) => formatter(Intl.ListFormat, i18n.locale).format(list);
  const areFilesChanged = added.length + removed.length > 0;
  return (
    <section>
      <h2>{t`Filed again: what changed`}</h2>
      <p>
        <Trans>
          Compared with <Link to={`/desk/applications/${earlier}`}>{earlier}</Link>, which the data
          holder ended.
        </Trans>
      </p>
      <AnswerChanges
        kind={kind}
        changes={fields}
        {...(areFilesChanged && {
          files: { before: names(removed) || null, after: names(added) || null },
        })}
      />
      {kept.length > 0 && <p>{t`Files with the same content as before: ${names(kept)}`}</p>}
    </section>
  );
}
