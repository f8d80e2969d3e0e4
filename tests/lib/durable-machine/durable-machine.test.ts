import { beforeEach, describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import {
  durableMachine,
  type EffectName,
  type MachineStore,
} from '#lib/durable-machine/durable-machine.ts';
import {
  hasState,
  restored,
  type Stored,
  stateText,
  stateValue,
  stored,
  UnknownState,
} from '#lib/durable-machine/stored.ts';

function effect(_: unknown, _kind?: 'effect'): void {}

/** A door with two stages, and a lamp in parallel. */
const gate = setup({
  types: {
    context: {} as { opened: number },
    events: {} as { type: 'open'; strength: number } | { type: 'switch' },
  },
  guards: { isStrong: ({ event }) => event.type === 'open' && event.strength > 1 },
  actions: {
    count: assign({ opened: ({ context }) => context.opened + 1 }),
    creak: effect,
    shine: effect,
    greet: effect,
  },
}).createMachine({
  id: 'gate',
  context: { opened: 0 },
  type: 'parallel',
  states: {
    door: {
      initial: 'outer',
      states: {
        outer: {
          initial: 'shut',
          states: {
            shut: {
              entry: 'greet',
              on: { open: { guard: 'isStrong', target: 'ajar', actions: ['count', 'creak'] } },
            },
            ajar: { on: { open: { target: '#gate.door.inner', actions: 'count' } } },
          },
        },
        inner: {},
      },
    },
    lamp: {
      initial: 'dark',
      states: { dark: { on: { switch: { target: 'bright', actions: 'shine' } } }, bright: {} },
    },
  },
});

type Gate = typeof gate;
type Row = Stored<Gate>;
type Scope = { rows: Map<string, Row>; log: string[] };
type GateStore = MachineStore<Gate, Scope, string, Row, string>;

const store: GateStore = {
  async load({ rows, log }, key) {
    log.push(`lock ${key}`);
    const row = rows.get(key);
    if (!row) throw new Error(`${key} is not there`);
    return row;
  },
  read: (row) => row,
  async save({ rows, log }, { details }, next) {
    log.push(`save ${next.state}`);
    rows.set(details, next);
    return next;
  },
  notAccepted: (_, { event }) => new Error(`${event.type} is not accepted`),
  effects: {
    creak: async ({ log }, { row, before, event }) => {
      log.push(`creak ${row.state} after ${before && stateText(before.value)} by ${event?.type}`);
    },
    shine: async ({ log }) => {
      log.push('shine');
    },
    greet: async ({ log }, { before, event, details }) => {
      log.push(`greet ${details} ${before} ${event}`);
    },
  },
};
const gates = durableMachine(gate, store);

let scope: Scope;
beforeEach(() => {
  scope = { rows: new Map(), log: [] };
});
const begin = () =>
  gates.start(
    scope,
    undefined,
    async (first) => {
      scope.rows.set('north', first);
      return first;
    },
    'north',
  );

describe('a stored machine', () => {
  test('runs the effects of its start after its first row is written', async () => {
    await begin();
    expect(scope.rows.get('north')).toEqual({
      state: 'door.outer.shut lamp.dark',
      context: { opened: 0 },
    });
    expect(scope.log).toEqual(['greet north null null']);
  });

  test('handles an event: loads and locks, saves, then runs the effects', async () => {
    await begin();
    scope.log = [];
    const row = await gates.send(scope, 'north', { type: 'open', strength: 2 }, 'north');
    expect(row).toEqual({ state: 'door.outer.ajar lamp.dark', context: { opened: 1 } });
    expect(scope.log).toEqual([
      'lock north',
      'save door.outer.ajar lamp.dark',
      'creak door.outer.ajar lamp.dark after door.outer.shut lamp.dark by open',
    ]);
    await gates.send(scope, 'north', { type: 'open', strength: 0 }, 'north');
    await gates.send(scope, 'north', { type: 'switch' }, 'north');
    expect(scope.rows.get('north')?.state).toBe('door.inner lamp.bright');
  });

  test('handles an event computed from the locked row', async () => {
    await begin();
    const event = async (row: Row) => ({ type: 'open', strength: 2 + row.context.opened }) as const;
    const { context } = await gates.send(scope, 'north', event, 'north');
    expect(context).toEqual({ opened: 1 });
  });

  test('rejects an event that the machine does not accept, and saves nothing', async () => {
    await begin();
    const before = scope.rows.get('north');
    await expect(
      gates.send(scope, 'north', { type: 'open', strength: 1 }, 'north'),
    ).rejects.toThrow('open is not accepted');
    await expect(gates.send(scope, 'south', { type: 'switch' }, 'south')).rejects.toThrow(
      'south is not there',
    );
    expect(scope.rows.get('north')).toBe(before);
    expect(scope.log.filter((line) => /save|creak|shine/.test(line))).toEqual([]);
  });

  test('previews a step without saving it or running effects', async () => {
    const row = await begin();
    scope.log = [];
    const { next, effects } = await gates.preview(scope, row, { type: 'open', strength: 2 });
    expect(next).toEqual({ state: 'door.outer.ajar lamp.dark', context: { opened: 1 } });
    expect(effects).toEqual(['creak']);
    await expect(gates.preview(scope, row, { type: 'open', strength: 1 })).rejects.toThrow(
      'open is not accepted',
    );
    expect(scope.log).toEqual([]);
  });
});

describe('the stored form', () => {
  test.each([
    ['idle', 'idle'],
    [{ qualification: 'submitted' }, 'qualification.submitted'],
    [{ a: { b: { c: 'd' } } }, 'a.b.c.d'],
    [{ door: { outer: 'shut' }, lamp: 'dark' }, 'door.outer.shut lamp.dark'],
    [{ a: { left: 'on', right: { deep: 'off' } }, b: {} }, 'a.left.on a.right.deep.off b'],
  ] as const)('of %j is %s, which is converted back', (value, text) => {
    expect(stateText(value)).toBe(text);
    expect(stateValue(text)).toEqual(value);
  });

  test('does not depend on the order of regions', () => {
    expect(stateText({ lamp: 'dark', door: { outer: 'shut' } })).toBe('door.outer.shut lamp.dark');
  });

  test('is restored to the same machine, which continues from there', () => {
    const before = restored(gate, {
      state: 'door.outer.ajar lamp.bright',
      context: { opened: 7 },
    });
    expect(before.matches({ door: { outer: 'ajar' }, lamp: 'bright' })).toBe(true);
    expect(before.can({ type: 'open', strength: 0 })).toBe(true);
    expect(before.can({ type: 'switch' })).toBe(false);
    expect(stored<Gate>(before)).toEqual({
      state: 'door.outer.ajar lamp.bright',
      context: { opened: 7 },
    });
  });
});

describe('a state that the machine no longer has', () => {
  test.each(['door.outer.shut lamp.purple', 'door.outer lamp.dark', 'shed', ''])(
    'is rejected by name: %j',
    (state) => {
      expect(hasState(gate, state)).toBe(false);
      const restoring = () => restored(gate, { state, context: { opened: 0 } }, 'the back gate');
      expect(restoring).toThrow(UnknownState);
      expect(restoring).toThrow(`gate the back gate is in the state ${state}, which`);
    },
  );
});

describe('effects', () => {
  test('are those of the machine: a missing or additional one does not compile', () => {
    const { creak, shine, greet } = store.effects;
    // @ts-expect-error `greet` is forgotten
    const forgotten: GateStore['effects'] = { creak, shine };
    // @ts-expect-error the machine has no `bang`
    const added: GateStore['effects'] = { creak, shine, greet, bang: creak };
    // @ts-expect-error `count` is the machine's own
    const own: EffectName<Gate> = 'count';
    expect([forgotten, added, own]).toHaveLength(3);
  });

  test('without implementation are an error at the start, even if type errors are suppressed', () => {
    const { creak, shine } = store.effects;
    const effects = { creak, shine } as GateStore['effects'];
    expect(() => durableMachine(gate, { ...store, effects })).toThrow('greet');
  });
});

test.each([
  ['has a delay', { after: { 1000: 'b' } }],
  ['invokes an actor', { invoke: { id: 'work', src: 'work' } }],
  ['has a history state', { initial: 'c', states: { c: {}, h: { type: 'history' } } }],
])('a machine that %s is rejected', (_, a) => {
  const machine = setup({}).createMachine({
    id: 'm',
    initial: 'a',
    states: { a, b: {} },
  } as object);
  const nothing = { ...store, effects: {} } as unknown as MachineStore<
    typeof machine,
    Scope,
    string,
    Row,
    string
  >;
  expect(() => durableMachine(machine, nothing)).toThrow('cannot be stored');
});
