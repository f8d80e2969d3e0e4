import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useStaff } from '../staff-context.ts';
import { FactorEntry } from './factor-entry.tsx';
import { FreshCompanySignIn } from './fresh-company-sign-in.tsx';
import styles from './second-factor.module.css';

interface FreshFactorDialogProps {
  onAnswer: (isGiven: boolean) => void;
}

/** Second factor before something of consequence; what was meant waits behind it. */
export default function FreshFactorDialog({ onAnswer }: FreshFactorDialogProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  return (
    <Dialog title={t`Confirm that it is you`} onClose={() => onAnswer(false)}>
      <div className={`stack ${styles.fresh}`}>
        {user.isOfCompany ? (
          <FreshCompanySignIn />
        ) : (
          <>
            <p>
              <Trans>
                You last used your second factor some time ago. Use it again, and we will carry out
                what you asked for.
              </Trans>
            </p>
            <FactorEntry submit={t`Confirm`} onGiven={() => onAnswer(true)} />
          </>
        )}
      </div>
    </Dialog>
  );
}
