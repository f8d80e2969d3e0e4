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

interface BusyButtonProps extends ButtonProps {
  work: () => Promise<unknown>;
}

export function BusyButton({ work, ...button }: BusyButtonProps) {
  const { isBusy, run } = useBusy();
  return <Button {...button} loading={isBusy} onClick={() => run(work)} />;
}
