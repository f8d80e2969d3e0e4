import { useEffect } from 'react';

/** Interval between queries of the state of a report that is being generated, ms. */
const POLL_INTERVAL = 3000;

/** Asks again and again while a report is being generated. */
export function useReportPolling(isWorking: boolean, onPoll: () => void): void {
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(onPoll, POLL_INTERVAL);
    return () => clearInterval(timer);
  });
}
