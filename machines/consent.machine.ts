import { assign, fromPromise, setup } from 'xstate';
import type { Traced } from './requirements.ts';

export interface CookieChoice {
  functional: boolean;
}

type ConsentEvent =
  | ({ type: 'consent.give' } & CookieChoice)
  | { type: 'settings.open' }
  | { type: 'settings.close' };

interface ConsentContext {
  choice: CookieChoice | null;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as ConsentContext,
    events: {} as ConsentEvent,
    input: {} as { choice: CookieChoice | null },
    tags: {} as 'asking' | 'settingsOpen',
  },
  actors: {
    recordChoice: fromPromise<void, { choice: CookieChoice }>(async () => {
      throw new Error('recordChoice is not provided');
    }),
  },
  guards: { hasChosen: ({ context }) => context.choice !== null },
  actions: {
    storeChoice: assign({ choice: (_, params: { choice: CookieChoice }) => params.choice }),
    dropChoice: assign({ choice: null }),
  },
});

const give = {
  target: 'recording',
  actions: {
    type: 'storeChoice',
    params: ({ event: { functional } }: { event: CookieChoice }) => ({ choice: { functional } }),
  },
} as const;

/** Storing a language requires consent to functional cookies. */
export const consentMachine = chart.createMachine({
  id: 'consent',
  meta: { requirements: ['3-cookies', '8-consent'] },
  context: ({ input }) => ({ choice: input.choice }),
  initial: 'open',
  states: {
    open: {
      always: { guard: 'hasChosen', target: 'chosen' },
      tags: 'asking',
      on: { 'consent.give': give, 'settings.open': { target: 'settings' } },
    },
    settings: {
      tags: 'settingsOpen',
      on: { 'consent.give': give, 'settings.close': { target: 'open' } },
    },
    recording: {
      invoke: {
        id: 'recordChoice',
        src: 'recordChoice',
        input: ({ context }) => ({ choice: context.choice ?? { functional: false } }),
        onDone: { target: 'chosen' },
        // A consent that could not be recorded is not valid.
        onError: { target: 'open', actions: 'dropChoice' },
      },
    },
    chosen: { on: { 'settings.open': { target: 'settings' } } },
  },
});
