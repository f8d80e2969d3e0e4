import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router-dom';
import { useStaff } from './staff-context.ts';

export function DeskNavigation() {
  const { t } = useLingui();
  const { may } = useStaff();
  return (
    <nav className="tabs" aria-label={t`Desk`}>
      {may('desk') && (
        <>
          <NavLink to="/desk" end>
            {t`Applications`}
          </NavLink>
          <NavLink to="/desk/live-access">{t`Live access`}</NavLink>
          <NavLink to="/desk/erasures">{t`Erasure notices`}</NavLink>
          <NavLink to="/desk/staff">{t`Staff`}</NavLink>
        </>
      )}
      {may('lead') && (
        <>
          <NavLink to="/desk/figures">{t`Figures`}</NavLink>
          <NavLink to="/desk/templates">{t`Templates`}</NavLink>
          <NavLink to="/desk/operation">{t`Operation`}</NavLink>
        </>
      )}
      {may('auditor') && (
        <>
          <NavLink to="/desk/audit">{t`Audit log`}</NavLink>
          <NavLink to="/desk/settings">{t`Settings`}</NavLink>
        </>
      )}
      {may('desk') && (
        <>
          <NavLink to="/desk/handbook">{t`Handbook`}</NavLink>
          <NavLink to="/desk/mails">{t`E-mails`}</NavLink>
        </>
      )}
      <NavLink to="/desk/second-factor">{t`Second factor`}</NavLink>
    </nav>
  );
}
