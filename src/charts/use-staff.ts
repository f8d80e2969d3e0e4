import { admittedRoles, type StaffRole } from '#contract/staff-roles.ts';
import { useSession } from '#ui/calls/session.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';

/** Whether who looks may see figures of real applications. */
export function useFiguresAllowed(): boolean {
  return useIsAdmitted(admittedRoles.analyst);
}

/** Whether who looks may see the applications themselves. */
export function useCasesAllowed(): boolean {
  return useIsAdmitted(admittedRoles.desk);
}

function useIsAdmitted(admitted: readonly StaffRole[]): boolean {
  const { token } = useSession();
  const { data: user } = useAnswer('currentUser', token ? {} : null, { quiet: true });
  return admitted.some((role) => user?.roles.includes(role));
}
