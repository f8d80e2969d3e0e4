import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router-dom';
import { useStaff } from './staff-context.ts';

/** The parts of the desk that the roles of who is signed in open. */
export function DeskNavigation() {
  const { t } = useLingui();
  const { may } = useStaff();
  return (
    <nav className="tabs" aria-label={t`Desk`}>
      {may('desk') && (
        <>
          <NavLink to="/desk" end>
            <Trans>Applications</Trans>
          </NavLink>
          <NavLink to="/desk/erasures">
            <Trans>Erasure notices</Trans>
          </NavLink>
          <NavLink to="/desk/staff">
            <Trans>Staff</Trans>
          </NavLink>
        </>
      )}
      {may('lead') && (
        <>
          <NavLink to="/desk/figures">
            <Trans>Figures</Trans>
          </NavLink>
          <NavLink to="/desk/templates">
            <Trans>Templates</Trans>
          </NavLink>
          <NavLink to="/desk/operation">
            <Trans>Operation</Trans>
          </NavLink>
        </>
      )}
      {may('auditor') && (
        <>
          <NavLink to="/desk/audit">
            <Trans>Audit log</Trans>
          </NavLink>
          <NavLink to="/desk/settings">
            <Trans>Settings</Trans>
          </NavLink>
        </>
      )}
      {may('desk') && (
        <>
          <NavLink to="/desk/handbook">
            <Trans>Handbook</Trans>
          </NavLink>
          <NavLink to="/desk/mails">
            <Trans>E-mails</Trans>
          </NavLink>
        </>
      )}
      <NavLink to="/desk/second-factor">
        <Trans>Second factor</Trans>
      </NavLink>
    </nav>
  );
}
