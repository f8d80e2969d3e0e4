import { useLingui } from '@lingui/react/macro';
import { ChooseColleague } from './choose-colleague.tsx';

interface HandOverProps {
  /** Accounts that cannot get it. */
  without: readonly (string | undefined)[];
  onChosen: (account: string, email: string) => void;
  onCancel: () => void;
}

/** Asks which colleague gets an application. */
export function HandOver(props: HandOverProps) {
  const { t } = useLingui();
  return (
    <ChooseColleague
      title={t`Hand the application over`}
      confirm={t`Hand it over`}
      label={t`To whom`}
      {...props}
    />
  );
}
