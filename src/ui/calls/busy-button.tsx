import { Button, type ButtonProps } from '@mantine/core';
import { useBusy } from './use-busy.ts';

interface BusyButtonProps extends ButtonProps {
  work: () => Promise<unknown>;
}

export function BusyButton({ work, ...button }: BusyButtonProps) {
  const { isBusy, run } = useBusy();
  return <Button {...button} loading={isBusy} onClick={() => run(work)} />;
}
