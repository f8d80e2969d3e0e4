import { expect, test } from 'vitest';
import { notesIn, saveNotes } from '#server/vehicles/signal-notes.ts';
import type { SignalNote } from '#server/vehicles/vehicle-source.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addVehicle } from './fill-store.ts';

const always = { from: 0, to: 8.64e15 };
const SPEED = 'Vehicle.Speed';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';

const fresh = storeOfFile(async ({ store }) => {
  for (const id of ['v1', 'v2']) await addVehicle(store, { id, vin: id });
});

const save = (vehicleId: string, importSha256: string | null, ...notes: SignalNote[]) =>
  fresh.store.transact((trx) => saveNotes(trx, vehicleId, importSha256, notes));
const note = (name: string, kind: SignalNote['kind'], count: number | null): SignalNote => ({
  ...{ name, kind, count, first: null, last: null },
});
const notesOf = async (vehicleId: string) =>
  (await notesIn(fresh.store.db, vehicleId, always)).map(({ name, kind, count }) => [
    name,
    kind,
    count,
  ]);

test('a note without a time replaces the one of the same vehicle, signal and kind only', async () => {
  const [kind, otherKind] = ['notEquipped', 'leftOut'] as const;
  await save('v1', null, note(SPEED, kind, 1), note(SPEED, otherKind, 2), note(LATITUDE, kind, 3));
  await save('v2', null, note(SPEED, kind, 4));
  await save('v1', null, note(SPEED, kind, 5));
  expect((await notesOf('v1')).sort()).toEqual(
    [
      [LATITUDE, kind, 3],
      [SPEED, kind, 5],
      [SPEED, otherKind, 2],
    ].sort(),
  );
  expect(await notesOf('v2')).toEqual([[SPEED, kind, 4]]);
});

/** Half-open ranges at the edges of the note. */
test.each([
  [0, 100, false],
  [0, 101, true],
  [150, 160, false],
  [200, 300, true],
  [201, 300, false],
])('a note about 100 to 200 is found for the range %i to %i: %s', async (from, to, isFound) => {
  await save('v2', crypto.randomUUID(), {
    ...note(LATITUDE, 'outOfRange', 1),
    ...{ first: 100, last: 200 },
  });
  const notes = await notesIn(fresh.store.db, 'v2', { from, to });
  expect(notes.some(({ kind }) => kind === 'outOfRange')).toBe(isFound);
});

test.each([
  [100, 200, true],
  [199, 200, true],
  [200, 300, false],
])(
  'a note about values not kept before 200 is found for the range %i to %i: %s',
  async (from, to, isFound) => {
    await save('v2', crypto.randomUUID(), {
      ...note(LATITUDE, 'notKept', null),
      ...{ first: null, last: 200 },
    });
    const notes = await notesIn(fresh.store.db, 'v2', { from, to });
    expect(notes.some(({ kind }) => kind === 'notKept')).toBe(isFound);
  },
);
