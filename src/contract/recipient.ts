import type { RecipientStatus } from './application-record.ts';
import type { StoredPersonalForm } from './personal-form.ts';

/**
 * Returns the address to which a third party's data are delivered: the address that the requester
 * named last, otherwise the address in the form. Null if it is unknown or withdrawn.
 */
export function recipientAddress(
  thirdParty: StoredPersonalForm['thirdParty'],
  named: Pick<RecipientStatus, 'email' | 'withdrawnAt'> | null,
): string | null {
  if (named) return named.withdrawnAt === null ? named.email : null;
  return thirdParty?.email ?? null;
}
