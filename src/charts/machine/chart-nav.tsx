import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router-dom';
import { useFiguresAllowed } from '#charts/use-staff.ts';
import type { MachineName } from '#charts/words/chart-words.ts';

/** The views of one machine. What counts real applications is there for staff alone. */
export function ChartNav({ machine }: { machine: MachineName }) {
  const { t } = useLingui();
  const isStaff = useFiguresAllowed();
  const at = `/charts/${machine}`;
  return (
    <nav className="tabs" aria-label={t`Views of the machine`}>
      <NavLink to={at} end>
        <Trans>Diagram</Trans>
      </NavLink>
      <NavLink to={`${at}/simulate`}>
        <Trans>Simulate</Trans>
      </NavLink>
      {machine === 'application' && isStaff && (
        <>
          <NavLink to={`${at}/figures`}>
            <Trans>What really happened</Trans>
          </NavLink>
          <NavLink to={`${at}/timeline`}>
            <Trans>Over time</Trans>
          </NavLink>
          <NavLink to={`${at}/conformance`}>
            <Trans>Conformance</Trans>
          </NavLink>
        </>
      )}
    </nav>
  );
}
