import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router-dom';
import { Tabs } from '#ui/frame/tabs.tsx';
import { useStaff } from './staff-context.ts';

export function DeskNavigation() {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  const pages = [
    ['', t`Applications`, 'desk'],
    ['/live-access', t`Live access`, 'desk'],
    ['/erasures', t`Erasure notices`, 'desk'],
    ['/staff', t`Staff`, 'desk'],
    ['/figures', t`Figures`, 'lead'],
    ['/templates', t`Templates`, 'lead'],
    ['/operation', t`Operation`, 'lead'],
    ['/audit', t`Audit log`, 'auditor'],
    ['/settings', t`Settings`, 'auditor'],
    ['/handbook', t`Handbook`, 'desk'],
    ['/mails', t`E-mails`, 'desk'],
    ['/second-factor', t`Second factor`, 'staff'],
  ] as const;
  return (
    <Tabs label={t`Desk`}>
      {pages
        .filter(([, , access]) => hasRole(access))
        .map(([path, label]) => (
          <NavLink key={path} to={`/desk${path}`} end={path === ''}>
            {label}
          </NavLink>
        ))}
    </Tabs>
  );
}
