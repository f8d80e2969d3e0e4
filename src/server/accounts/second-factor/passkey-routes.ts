import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account, Caller, Route } from '#server/platform/http/route.ts';
import {
  beginGiving,
  beginRegistration,
  givePasskey,
  register,
  removePasskey,
  type Signer,
} from './passkeys.ts';

/** Staff's passkeys, a second factor beside the authenticator app. */
export function passkeyRoutes(route: Route, services: Services): void {
  route(endpoints.passkeyRegisterBegin, async (_, caller) => ({
    ...(await beginRegistration(services, signerOf(caller))),
  }));

  route(endpoints.passkeyRegister, async (made, caller) => {
    await register(services, signerOf(caller), made);
    return null;
  });

  route(endpoints.passkeyRemove, async ({ id }, caller) => {
    await removePasskey(services, signerOf(caller), id);
    return null;
  });

  route(endpoints.passkeyGiveBegin, async (_, caller) => ({
    ...(await beginGiving(services, signerOf(caller))),
  }));

  route(endpoints.passkeyGive, async (answer, caller) => {
    await givePasskey(services, signerOf(caller), answer);
    return null;
  });
}

function signerOf({ account, request }: Caller<Account>): Signer {
  return { account, token: String(request.headers[LOGIN_HEADER]) };
}
