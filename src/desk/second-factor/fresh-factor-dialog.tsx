import { useLingui } from '@lingui/react/macro';
import { createPath, useLocation } from 'react-router-dom';
import { CompanySignInButton } from '#ui/account/company-sign-in-button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useStaff } from '../staff-context.ts';
import { FactorEntry } from './code-form.tsx';
import styles from './second-factor.module.css';

export default function FreshFactorDialog({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
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
              {t`You last used your second factor some time ago. Use it again, and we will carry out what you asked for.`}
            </p>
            <FactorEntry submit={t`Confirm`} onGiven={() => onAnswer(true)} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Asks for a new company sign-in instead of a second factor. The sign-in returns to this page. */
export function FreshCompanySignIn() {
  const { t } = useLingui();
  const here = createPath(useLocation());
  return (
    <>
      <p>
        {t`To do this, you must have signed in at your company in the last few minutes. Sign in there again. You will come back to this page, where you can try again.`}
      </p>
      <CompanySignInButton input={{ redirectUrl: here, isFresh: true }} />
    </>
  );
}
