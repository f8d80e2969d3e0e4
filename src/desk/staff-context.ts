import { createContext, useContext } from 'react';
import { rolesByAccess } from '#contract/staff-roles.ts';
import type { CallData } from '#ui/calls/call-types.ts';

type User = CallData<'currentUser'>;

export function isOpenTo({ roles }: Pick<User, 'roles'>, access: keyof typeof rolesByAccess) {
  return rolesByAccess[access].some((role) => roles.includes(role));
}

export const StaffContext = createContext<{ user: User; reload: () => void } | null>(null);

export function useStaff() {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('useStaff needs a StaffContext: it works only on pages of the desk');
  const { user } = staff;
  return {
    ...staff,
    hasRole: (access: keyof typeof rolesByAccess) => isOpenTo(user, access),
    /** The user as sender of events of the application's machine. */
    reviewer: { id: user.id, isLead: isOpenTo(user, 'lead') },
  };
}
