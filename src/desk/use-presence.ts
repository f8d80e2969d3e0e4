import { useEffect, useRef, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';

/** The server forgets who is silent for three times as long. */
const EVERY = 15_000;

interface Presence extends CallData<'deskPresence'> {
  /** The application as it was shown when the server was asked. */
  shown: CallData<'deskApplication'>;
}

/** Tells that an application is open here; who else has it open, once the server has answered. */
export function usePresence(record: CallData<'deskApplication'>) {
  const { number: applicationNumber } = record;
  const [presence, setPresence] = useState<Presence>();
  const current = useRef(record);
  current.current = record;
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const show = () => {
      if (document.visibilityState !== 'visible') return;
      const shown = current.current;
      call('deskPresence', { applicationNumber }, { silent: true, signal, unattended: true }).then(
        (answer) => !signal.aborted && setPresence({ ...answer, shown }),
        // The next one may come through.
        () => {},
      );
    };
    show();
    const timer = setInterval(show, EVERY);
    document.addEventListener('visibilitychange', show, { signal });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [applicationNumber]);
  return presence;
}
