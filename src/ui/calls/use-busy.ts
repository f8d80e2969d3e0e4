import { useState } from 'react';

export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(() => {});
    setBusy(false);
  };
  return { isBusy, run };
}
