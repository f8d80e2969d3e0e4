import { accountOf } from '#server/accounts/accounts.ts';
import { openSession } from '#server/accounts/sessions.ts';
import type { Services } from '#server/platform/store/services.ts';
import { fileApplication } from '#server/workflow/application/file-application.ts';

/** A requester who has filed so many applications; answers the login token. */
export async function signedInWith(services: Services, applications: number): Promise<string> {
  const { store } = services;
  const email = 'bench@example.eu';
  const { id } = await accountOf(store.db, { email, language: 'en', at: Date.now() });
  const token = await store.transact((trx) => openSession(trx, id, { at: Date.now() }));
  const session = {
    sessionEndsAt: Number.POSITIVE_INFINITY,
    canExtendSession: true,
    secondFactor: 'notNeeded' as const,
    isFactorFresh: false,
  };
  const account = { id, email, roles: [], ...session };
  for (let index = 0; index < applications; index++)
    await fileApplication(services, account, 'en', {
      kind: 'personal',
      submissionId: String(index),
      purpose: 'ownInformation',
      vehicleId: null,
      form: {},
      dataRequest: null,
      files: [],
      names: [],
      sortedBy: [],
    });
  return token;
}
