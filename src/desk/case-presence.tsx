import { Trans, useLingui } from '@lingui/react/macro';
import { formatter } from '#lib/words/formats.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './case-page.module.css';
import { usePresence } from './use-presence.ts';

interface CasePresenceProps {
  record: CallData<'deskApplication'>;
}

/** Notice of colleagues on the same application, and of changes since it was opened here. */
export function CasePresence({ record }: CasePresenceProps) {
  const { t } = useLingui();
  const presence = usePresence(record);
  const { reload } = useQuery('deskApplication', { applicationNumber: record.number });
  const others = presence?.others ?? [];
  const isChanged =
    // An answer from before a reload says nothing about the application as it is shown now.
    presence?.shown === record &&
    (presence.revision > record.revision ||
      presence.recorded > record.recorded ||
      (presence.revision === record.revision && presence.assignee?.id !== record.assignee?.id));
  return (
    <div className={`stack ${styles.presence}`} role="status">
      {others.length > 0 && <AlsoOpen emails={others} />}
      {isChanged && (
        <Notice kind="info" title={t`The application has changed since you opened it`}>
          <p>
            <button type="button" onClick={reload}>
              {t`Show how it is now`}
            </button>{' '}
            <Trans>What you have typed stays.</Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

function AlsoOpen({ emails }: { emails: readonly string[] }) {
  const { t, i18n } = useLingui();
  const names = formatter(Intl.ListFormat, i18n.locale).format(emails);
  return <Notice kind="info" title={t`Also open at this moment: ${names}`} />;
}
