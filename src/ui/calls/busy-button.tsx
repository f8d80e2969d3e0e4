import { Button, type ButtonProps } from '@mantine/core';
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

export function BusyButton({ work, ...button }: ButtonProps & { work: () => Promise<unknown> }) {
  const { isBusy, run } = useBusy();
  return <Button {...button} loading={isBusy} onClick={() => run(work)} />;
}
