import type { I18n } from '@lingui/core';
import { useActorRef } from '@xstate/react';
import Cookies from 'js-cookie';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { type CookieChoice, consentMachine } from '#machines/consent.machine.ts';
import { call } from '#ui/calls/call.ts';
import { setCookie } from '#ui/calls/session.ts';

export type ConsentRef = ActorRefFrom<typeof consentMachine>;

export interface ConsentAreaProps {
  consent: ConsentRef;
  chosenLanguage: I18n | null;
}

const FUNCTIONAL = 'functional';
const NECESSARY = 'necessary';

function storedChoice(): CookieChoice | null {
  const stored = Cookies.get(cookieNames.consent);
  return stored ? { functional: stored.startsWith(FUNCTIONAL) } : null;
}

const machine = consentMachine.provide({
  actors: {
    recordChoice: fromPromise<void, { choice: CookieChoice }>(async ({ input: { choice } }) => {
      const { recordId } = await call('cookieRecord', choice);
      const kind = choice.functional ? FUNCTIONAL : NECESSARY;
      setCookie(cookieNames.consent, `${kind}.${recordId}`, cookieLifetimes.consent);
      if (!choice.functional) Cookies.remove(cookieNames.language);
    }),
  },
});

export function useConsent(): ConsentRef {
  return useActorRef(machine, { input: { choice: storedChoice() } });
}
