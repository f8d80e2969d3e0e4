import { useState } from 'react';

/** `isBusy` is true while work passed to `run` is in progress. Calls show their own errors. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(() => {});
    setBusy(false);
  };
  return { isBusy, run };
}
