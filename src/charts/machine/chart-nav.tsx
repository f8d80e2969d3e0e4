import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router-dom';
import { CATALOGUE } from '#charts/addresses.ts';
import { useFiguresAllowed } from '#charts/use-staff.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';

function ChartNav({ machine }: { machine: MachineName }) {
  const { t } = useLingui();
  const isStaff = useFiguresAllowed();
  const at = `/charts/${machine}`;
  return (
    <Tabs label={t`Views of the statechart`}>
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
    </Tabs>
  );
}

interface ChartPageProps {
  machine: MachineName;
  title: string;
  lead?: Elements;
  actions?: Elements;
  children: Elements;
}

export function ChartPage({ machine, title, lead, actions, children }: ChartPageProps) {
  const { t } = useLingui();
  return (
    <Page
      title={title}
      back={{ to: CATALOGUE, label: t`Charts` }}
      actions={
        <>
          <ChartNav machine={machine} />
          {actions}
        </>
      }
    >
      {lead && <div className="soft below">{lead}</div>}
      {children}
    </Page>
  );
}
