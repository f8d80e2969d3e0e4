import { type AnyStateMachine, assign, not, setup } from 'xstate';
import { type Scenario, scenario } from '#lib/statechart/paths/scenario.ts';

const safe = setup({
  types: {
    context: {} as { wrong: number },
    events: {} as { type: 'code'; digits: number } | { type: 'open' | 'close' | 'press' },
  },
  guards: {
    isRight: (_, { digits }: { digits: number }) => digits === 7,
    isLastTry: ({ context }) => context.wrong === 2,
    isFirstTry: ({ context }) => context.wrong === 0,
  },
  actions: {
    countWrong: assign({ wrong: ({ context }) => context.wrong + 1 }),
    forget: assign({ wrong: 0 }),
    ring: () => {},
  },
  delays: { relock: 10_000, block: 60_000 },
}).createMachine({
  id: 'safe',
  context: { wrong: 0 },
  type: 'parallel',
  states: {
    door: {
      initial: 'shut',
      states: {
        shut: {
          initial: 'locked',
          states: {
            locked: {
              on: {
                code: [
                  {
                    guard: { type: 'isRight', params: ({ event }) => ({ digits: event.digits }) },
                    target: 'unlocked',
                    actions: 'forget',
                  },
                  { guard: 'isLastTry', target: 'blocked', actions: ['forget', 'ring'] },
                  { actions: 'countWrong' },
                ],
              },
            },
            unlocked: { on: { open: '#open' }, after: { relock: 'locked' } },
            blocked: { after: { block: 'locked' } },
          },
        },
        open: { id: 'open', on: { close: 'shut' } },
      },
    },
    lamp: {
      initial: 'dark',
      states: {
        dark: { on: { press: { guard: not('isFirstTry'), target: 'lit' } } },
        lit: { on: { press: 'dark' } },
      },
    },
  },
});

/** A safe with a nested door, a lamp in parallel, guards, timers and three tries. */
export const safeScenario = scenario<typeof safe>({
  machine: safe,
  starts: [{ name: 'a shut safe', input: undefined }],
  epoch: Date.UTC(2026, 0, 1),
  samples: () => [
    { name: 'the right code', event: { type: 'code', digits: 7 } },
    { name: 'a wrong code', event: { type: 'code', digits: 1 } },
    { name: 'open', event: { type: 'open' } },
    { name: 'close', event: { type: 'close' } },
    { name: 'press', event: { type: 'press' } },
  ],
  abstract: ({ context }) => context,
});

/** A scenario that sends these events without payload in every state, whatever the context is. */
export const withEvents = (machine: AnyStateMachine, types: readonly string[]): Scenario => ({
  machine,
  starts: [{ name: 'a start', input: undefined }],
  epoch: 0,
  samples: () => types.map((type) => ({ name: type, event: { type } })),
  abstract: () => null,
});
