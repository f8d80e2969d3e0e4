import { createContext, useContext } from 'react';
import { rolesByAccess, type StaffRole } from '#contract/staff-roles.ts';
import type { CallData } from '#ui/calls/call-types.ts';

export const RolesContext = createContext<CallData<'currentUser'>['roles']>([]);

export function useFiguresAllowed(): boolean {
  return useIsAdmitted(rolesByAccess.analyst);
}

export function useCasesAllowed(): boolean {
  return useIsAdmitted(rolesByAccess.desk);
}

function useIsAdmitted(admitted: readonly StaffRole[]): boolean {
  const roles = useContext(RolesContext);
  return admitted.some((role) => roles.includes(role));
}
