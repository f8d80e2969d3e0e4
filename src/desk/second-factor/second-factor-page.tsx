import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { ActionLink, Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { Passkeys } from './passkeys.tsx';
import styles from './second-factor.module.css';

const FEW_CODES = 3;

export default function SecondFactorPage() {
  const { t, i18n } = useLingui();
  const { data: state, fallback } = usePageQuery('secondFactorState', {});
  if (!state) return fallback;
  const left = formatNumber(state.recoveryCodesLeft, i18n.locale);
  return (
    <Page
      title={t`Second factor`}
      lead={t`After the code from your e-mail, we ask for a code from an app on your phone.`}
    >
      <div className={`stack stack-large measure ${styles.state}`}>
        {state.isSetUp ? (
          <Notice kind="good" title={t`An authenticator app is set up`}>
            <p>{t`Recovery codes left: ${left}`}</p>
          </Notice>
        ) : (
          <Notice kind="info" title={t`No authenticator app is set up`}>
            <p>
              {t`This is a demonstration, where staff can sign in without one. In production, everybody sets one up at the first sign-in.`}
            </p>
          </Notice>
        )}
        {state.isSetUp && state.recoveryCodesLeft <= FEW_CODES && (
          <Notice kind="error" title={t`Few recovery codes are left`}>
            <p>
              <Trans>
                Set up the app again to get{' '}
                <Plural value={{ count: RECOVERY_CODES }} one="# new one" other="# new ones" />.
              </Trans>
            </p>
          </Notice>
        )}
        <ActionLink to="/desk/second-factor/set-up">
          {state.isSetUp
            ? t`Set up the app again, or a different one`
            : t`Set up an authenticator app`}
        </ActionLink>
        {state.isSetUp && state.offersPasskeys && <Passkeys passkeys={state.passkeys} />}
        <Link to="/home/sessions">{t`Your sessions in other browsers`}</Link>
      </div>
    </Page>
  );
}
