import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { CATALOGUE } from '#charts/addresses.ts';
import { useFiguresAllowed } from '#charts/use-staff.ts';
import { type MachineName, machineWords } from '#charts/words/chart-words.ts';
import type { Elements } from '#ui/elements.ts';
import { Page } from '#ui/frame/page.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';

export function ChartNav({ machine }: { machine: MachineName }) {
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
  lead?: ReactNode;
  children: Elements;
}

export function ChartPage({ machine, title, lead, children }: ChartPageProps) {
  const { t, i18n } = useLingui();
  const above = [
    { to: CATALOGUE, label: t`Charts` },
    { to: `/charts/${machine}`, label: machineWords(i18n.t, machine).title },
  ];
  return (
    <Page title={title} above={above} lead={lead} actions={<ChartNav machine={machine} />}>
      {children}
    </Page>
  );
}
