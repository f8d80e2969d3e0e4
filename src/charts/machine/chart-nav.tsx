import { useLingui } from '@lingui/react/macro';
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
        {t`Diagram`}
      </NavLink>
      <NavLink to={`${at}/simulate`}>{t`Simulate`}</NavLink>
      {machine === 'application' && isStaff && (
        <>
          <NavLink to={`${at}/figures`}>{t`What really happened`}</NavLink>
          <NavLink to={`${at}/timeline`}>{t`Over time`}</NavLink>
          <NavLink to={`${at}/conformance`}>{t`Conformance`}</NavLink>
        </>
      )}
    </nav>
  );
}
