import { scenario } from '#lib/statechart/paths/scenario.ts';
import { consentMachine } from './consent.machine.ts';

export const consentScenario = scenario<typeof consentMachine>({
  machine: consentMachine,
  starts: [
    { name: 'a new visitor', input: { choice: null } },
    { name: 'a visitor who allowed', input: { choice: { functional: true } } },
    { name: 'a visitor who did not allow', input: { choice: { functional: false } } },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples: () => [
    { name: 'consent.give, all', event: { type: 'consent.give', functional: true } },
    { name: 'consent.give, necessary only', event: { type: 'consent.give', functional: false } },
    { name: 'settings.open', event: { type: 'settings.open' } },
    { name: 'settings.close', event: { type: 'settings.close' } },
  ],
  outcomes: {
    recordChoice: [
      { name: 'succeeds', output: undefined },
      { name: 'fails', error: new Error('Network error') },
    ],
  },
  abstract: ({ context }) => context,
});
