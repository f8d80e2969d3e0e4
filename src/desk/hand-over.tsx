import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { isOpenTo } from './staff-context.ts';

interface HandOverProps {
  /** Accounts that cannot get it. */
  without: readonly (string | undefined)[];
  onChosen: (account: string, email: string) => void;
  onCancel: () => void;
}

/** Asks which colleague gets an application. */
export function HandOver({ without, onChosen, onCancel }: HandOverProps) {
  const { t } = useLingui();
  const { data: staff } = useQuery('staffList', {});
  const [chosen, setChosen] = useState('');
  if (!staff) return null;
  const colleagues = staff.filter((one) => isOpenTo(one, 'reviewer') && !without.includes(one.id));
  const to = colleagues.find(({ id }) => id === chosen) ?? colleagues[0];
  return (
    <ConfirmDialog
      title={t`Hand the application over`}
      confirm={t`Hand it over`}
      onConfirm={() => (to ? onChosen(to.id, to.email) : onCancel())}
      onCancel={onCancel}
    >
      {to ? (
        <NativeSelect
          label={t`To whom`}
          value={to.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={colleagues.map(({ id, email }) => ({ value: id, label: email }))}
        />
      ) : (
        <p>
          <Trans>There is no other reviewer.</Trans>
        </p>
      )}
    </ConfirmDialog>
  );
}
