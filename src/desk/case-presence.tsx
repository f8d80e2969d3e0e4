import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { formatter } from '#lib/words/formats.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './case-page.module.css';

export function CasePresence({ record }: { record: CallData<'deskApplication'> }) {
  const { t, i18n } = useLingui();
  const presence = usePresence(record);
  const { reload } = useQuery('deskApplication', { applicationNumber: record.number });
  const others = presence?.others ?? [];
  const names = formatter(Intl.ListFormat, i18n.locale).format(others);
  const isChanged =
    // A response from before a reload does not apply to the application as displayed now.
    presence?.shown === record &&
    (presence.revision > record.revision ||
      presence.recorded > record.recorded ||
      (presence.revision === record.revision && presence.assignee?.id !== record.assignee?.id));
  return (
    <div className={`stack ${styles.presence}`} role="status">
      {others.length > 0 && <Notice kind="info" title={t`Also open at this moment: ${names}`} />}
      {isChanged && (
        <Notice kind="info" title={t`The application has changed since you opened it`}>
          <p>
            <button type="button" onClick={reload}>
              {t`Show how it is now`}
            </button>{' '}
            <Trans>Your input is kept.</Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Interval in ms. The server forgets a reader after three intervals. */
const REPORT_INTERVAL = 15_000;

interface Presence extends CallData<'deskPresence'> {
  shown: CallData<'deskApplication'>;
}

function usePresence(record: CallData<'deskApplication'>) {
  const { number: applicationNumber } = record;
  const [presence, setPresence] = useState<Presence>();
  const current = useRef(record);
  current.current = record;
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let [asked, answered] = [0, 0];
    const show = () => {
      if (document.visibilityState !== 'visible') return;
      const shown = current.current;
      const turn = ++asked;
      call('deskPresence', { applicationNumber }, { silent: true, signal, unattended: true }).then(
        (answer) => {
          // The answer to a later report may have arrived first.
          if (signal.aborted || turn < answered) return;
          answered = turn;
          setPresence({ ...answer, shown });
        },
        // The error is ignored, because the next report may succeed.
        () => {},
      );
    };
    show();
    const timer = setInterval(show, REPORT_INTERVAL);
    document.addEventListener('visibilitychange', show, { signal });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [applicationNumber]);
  return presence;
}
