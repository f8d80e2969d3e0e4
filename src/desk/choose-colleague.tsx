import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { isOpenTo } from './staff-context.ts';

interface ChooseColleagueProps {
  title: string;
  confirm: string;
  without: readonly (string | undefined)[];
  onChosen: (account: string, email: string) => void;
  onCancel: () => void;
  children?: Elements;
}

export function ChooseColleague(props: ChooseColleagueProps) {
  const { t } = useLingui();
  const { title, confirm, children, without, onChosen, onCancel } = props;
  const { data: staff } = useQuery('staffList', {});
  const [chosen, setChosen] = useState('');
  const [isMissing, setMissing] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  if (!staff) return null;
  const colleagues = staff.filter(
    (member) => isOpenTo(member, 'reviewer') && !without.includes(member.id),
  );
  const choose = () => {
    const to = colleagues.find(({ id }) => id === chosen);
    if (to) return onChosen(to.id, to.email);
    setMissing(true);
    select.current?.focus();
  };
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      onConfirm={colleagues.length > 0 ? choose : onCancel}
      onCancel={onCancel}
    >
      {colleagues.length > 0 ? (
        <NativeSelect
          label={<span>{t`Colleague`}</span>}
          ref={select}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setMissing(false);
          }}
          error={isMissing && t`Choose a colleague`}
          data={[
            { value: '', label: t`Choose a colleague` },
            ...colleagues.map(({ id, email }) => ({ value: id, label: email })),
          ]}
        />
      ) : (
        <p>{t`There is no other reviewer.`}</p>
      )}
      {children}
    </ConfirmDialog>
  );
}

type HandOverProps = Omit<ChooseColleagueProps, 'title' | 'confirm'> & { count?: number };

export function HandOver({ count = 1, ...props }: HandOverProps) {
  const { t } = useLingui();
  return (
    <ChooseColleague
      title={plural(count, {
        one: 'Hand the application over',
        other: 'Hand # applications over',
      })}
      confirm={t`Hand it over`}
      {...props}
    />
  );
}
