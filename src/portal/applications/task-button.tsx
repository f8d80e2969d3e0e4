import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Task } from '#contract/turns.ts';
import { taskAddress } from '../addresses.ts';

/**
 * Link to the page of a task; empty for tasks that have another button or are done outside the
 * portal.
 */
export function TaskButton({ number, task, size }: { number: string; task: Task; size?: 'sm' }) {
  const { t } = useLingui();
  const labels: Partial<Record<Task, string>> = {
    supply: t`Supplementary information`,
    requestData: t`Request data`,
    answerQuote: t`See the quote`,
    nameRecipient: t`Name the recipient`,
    confirmContact: t`Confirm the address`,
  };
  const label = labels[task];
  const address = taskAddress(number, task);
  if (!label || !address) return null;
  return (
    <Button component={Link} to={address} {...(size && { size })}>
      {label}
    </Button>
  );
}
