import { createContext, useContext } from 'react';
import { rolesByAccess } from '#contract/staff-roles.ts';
import type { CallData } from '#ui/calls/call-types.ts';

export const RolesContext = createContext<CallData<'currentUser'>['roles']>([]);

export function useIsAdmitted(access: keyof typeof rolesByAccess): boolean {
  const roles = useContext(RolesContext);
  return rolesByAccess[access].some((role) => roles.includes(role));
}

export const useFiguresAllowed = () => useIsAdmitted('analyst');
export const useCasesAllowed = () => useIsAdmitted('desk');
