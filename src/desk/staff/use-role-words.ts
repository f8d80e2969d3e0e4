import { useLingui } from '@lingui/react/macro';
import type { StaffRole } from '#contract/staff-roles.ts';
import { plainList } from '#lib/words/formats.ts';

export function useRoleWords(): Record<StaffRole, { label: string; description: string }> {
  const { t } = useLingui();
  return {
    reviewer: {
      label: t`Reviewer`,
      description: t`Works through the applications and decides on them.`,
    },
    lead: {
      label: t`Lead`,
      description: t`Also reviews, hands applications over, unlocks addresses and manages these accounts.`,
    },
    auditor: {
      label: t`Auditor`,
      description: t`Can read everything, including the log of who opened what, and change nothing.`,
    },
    analyst: {
      label: t`Analyst`,
      description: t`Can see the charts of the workflow, but no applications.`,
    },
  };
}

export function useRoleList(): (roles: readonly StaffRole[]) => string {
  const { i18n } = useLingui();
  const words = useRoleWords();
  return (roles) => {
    const names = roles.map((role) => words[role].label);
    return plainList(names, i18n.locale);
  };
}
