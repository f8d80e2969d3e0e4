import { assign, type EventObject, setup } from 'xstate';

const PARCELS = 50;
const STAFF = 20;

/** States for each shelf: four shifts times every filling of van and staff. */
export const STATES_PER_SHELF = 4 * PARCELS * STAFF;

interface Depot {
  shelves: number;
  parcels: number;
  staff: number;
}

/** A machine with a known, finite and large number of concrete states, to measure on. */
export const depotMachine = (shelves: number) =>
  setup({
    types: { context: {} as Depot },
    guards: {
      hasShelf: ({ context }) => context.shelves < shelves - 1,
      hasFilled: ({ context }) => context.shelves > 0,
      hasRoom: ({ context }) => context.parcels < PARCELS - 1,
      hasParcel: ({ context }) => context.parcels > 0,
      hasPlace: ({ context }) => context.staff < STAFF - 1,
      hasStaff: ({ context }) => context.staff > 0,
    },
    actions: {
      fill: assign({ shelves: ({ context }) => context.shelves + 1 }),
      clear: assign({ shelves: ({ context }) => context.shelves - 1 }),
      load: assign({ parcels: ({ context }) => context.parcels + 1 }),
      unload: assign({ parcels: ({ context }) => context.parcels - 1 }),
      join: assign({ staff: ({ context }) => context.staff + 1 }),
      leave: assign({ staff: ({ context }) => context.staff - 1 }),
    },
  }).createMachine({
    id: 'depot',
    context: { shelves: 0, parcels: 0, staff: 0 },
    on: {
      'shelf.fill': { guard: 'hasShelf', actions: 'fill' },
      'shelf.clear': { guard: 'hasFilled', actions: 'clear' },
      'van.load': { guard: 'hasRoom', actions: 'load' },
      'van.unload': { guard: 'hasParcel', actions: 'unload' },
      'staff.join': { guard: 'hasPlace', actions: 'join' },
      'staff.leave': { guard: 'hasStaff', actions: 'leave' },
    },
    initial: 'morning',
    states: {
      morning: { on: { 'shift.end': 'noon' } },
      noon: { on: { 'shift.end': 'evening' } },
      evening: { on: { 'shift.end': 'night' } },
      night: { on: { 'shift.end': 'morning' } },
    },
  });

export const depotEvents: EventObject[] = [
  'shelf.fill',
  'shelf.clear',
  'van.load',
  'van.unload',
  'staff.join',
  'staff.leave',
  'shift.end',
].map((type) => ({ type }));
