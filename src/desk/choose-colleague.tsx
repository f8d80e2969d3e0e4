import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { isOpenTo } from './staff-context.ts';

interface ColleagueProps {
  without: readonly (string | undefined)[];
  onChosen: (account: string, email: string) => void;
  onCancel: () => void;
}

interface ChooseColleagueProps extends ColleagueProps {
  title: string;
  confirm: string;
  label: string;
}

export function ChooseColleague(props: ChooseColleagueProps) {
  const { t } = useLingui();
  const { title, confirm, label, without, onChosen, onCancel } = props;
  const { data: staff } = useQuery('staffList', {});
  const [chosen, setChosen] = useState('');
  if (!staff) return null;
  const colleagues = staff.filter((one) => isOpenTo(one, 'reviewer') && !without.includes(one.id));
  const to = colleagues.find(({ id }) => id === chosen) ?? colleagues[0];
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      onConfirm={() => (to ? onChosen(to.id, to.email) : onCancel())}
      onCancel={onCancel}
    >
      {to ? (
        <NativeSelect
          label={<span>{label}</span>}
          value={to.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={colleagues.map(({ id, email }) => ({ value: id, label: email }))}
        />
      ) : (
        <p>{t`There is no other reviewer.`}</p>
      )}
    </ConfirmDialog>
  );
}

export function HandOver(props: ColleagueProps) {
  const { t } = useLingui();
  return (
    <ChooseColleague
      title={t`Hand the application over`}
      confirm={t`Hand it over`}
      label={t`Colleague`}
      {...props}
    />
  );
}
