import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { answerErrors } from '#server/platform/http/errors.ts';
import { Turns } from '#server/platform/http/turns.ts';

/** Takes turns for calls that end when they are told to. */
function calls() {
  const turns = new Turns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, network = name) =>
    turns
      .take(network, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .then(
        () => 'done',
        (error: ApiError) => [error.code, error.data?.retryAfter],
      );
  /** Ends what is begun until nothing is. */
  const endAll = async () => {
    await setImmediate();
    while (ends.size > 0) {
      for (const [name, end] of ends) {
        ends.delete(name);
        end();
      }
      // One turn of the loop to end, one to begin.
      await setImmediate();
      await setImmediate();
    }
  };
  return { ask, begun, ends, endAll };
}

const names = (count: number, kind = 'call') =>
  Array.from({ length: count }, (_, index) => `${kind} ${index}`);

test('four are worked on at once; of networks that wait the first comes next', async () => {
  const { ask, begun, endAll } = calls();
  const answers = names(8).map((name) => ask(name));
  await setImmediate();
  expect(begun).toEqual(names(4));
  await endAll();
  expect(await Promise.all(answers)).toEqual(Array(8).fill('done'));
  expect(begun).toEqual(names(8));
});

test('the network of which fewest wait comes next; its own calls keep their order', async () => {
  const { ask, begun, endAll } = calls();
  const crowd = names(10).map((name) => ask(name, 'crowd'));
  const alone = ask('alone', 'one person');
  const later = names(10, 'later').map((name) => ask(name, 'crowd'));
  await endAll();
  await Promise.all([...crowd, alone, ...later]);
  expect(begun.slice(0, 6)).toEqual([...names(4), 'alone', 'call 4']);
});

test('a network has so many calls that wait, and then again', async () => {
  const { ask, endAll } = calls();
  const answers = names(60).map((name) => ask(name, 'one network'));
  const other = ask('other');
  await endAll();
  expect(await other).toBe('done');
  expect(await Promise.all(answers)).toEqual([
    ...Array(50).fill('done'),
    ...Array(10).fill([codes.tooMany, 2]),
  ]);
  const later = ask('later', 'one network');
  await endAll();
  expect(await later).toBe('done');
});

test('of more than can wait the last are sent away, to come again', async () => {
  const { ask, endAll } = calls();
  const answers = names(300).map((name) => ask(name));
  await endAll();
  expect(await Promise.all(answers)).toEqual([
    ...Array(104).fill('done'),
    ...Array(196).fill([codes.unavailable, 1]),
  ]);
});

test('while others are sent away the line rests between two calls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { ask, begun, ends } = calls();
    for (const name of names(105)) void ask(name);
    await setImmediate();
    expect(begun).toHaveLength(4);
    for (const end of ends.values()) end();
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    // The first place knew of the refusal; none was refused since, so that the others go on.
    expect(begun).toHaveLength(7);
    vi.advanceTimersByTime(100);
    await setImmediate();
    expect(begun).toHaveLength(8);
  } finally {
    vi.useRealTimers();
  }
});

test('a line that few networks fill has room for one of another', async () => {
  const { ask, endAll } = calls();
  const crowds = names(150).map((name, index) => ask(name, `crowd ${index % 10}`));
  const [first, second] = [ask('first', 'one person'), ask('second', 'another person')];
  await endAll();
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  const refused = (await Promise.all(crowds)).filter((answer) => answer !== 'done');
  expect(refused).toEqual(Array(48).fill([codes.unavailable, 1]));
});

test('whose turn did not come within five seconds is sent away', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { ask, endAll } = calls();
    const begun = names(4).map((name) => ask(name));
    await setImmediate();
    const waits = ask('waits');
    vi.advanceTimersByTime(5001);
    const newest = ask('newest');
    await endAll();
    expect(await Promise.all([...begun, newest])).toEqual(Array(5).fill('done'));
    expect(await waits).toEqual([codes.unavailable, 1]);
  } finally {
    vi.useRealTimers();
  }
});

test('a call that fails ends its turn', async () => {
  const turns = new Turns();
  const failed = names(20).map((name) =>
    turns.take(name, async () => {
      throw new ApiError(codes.tooSoon);
    }),
  );
  expect((await Promise.allSettled(failed)).every(({ status }) => status === 'rejected')).toBe(
    true,
  );
  expect(await turns.take('next', async () => 'done')).toBe('done');
});

test('a refusal that tells how long to wait tells it in the header, too', async () => {
  const app = Fastify();
  answerErrors(app, () => 'words');
  app.get('/', () => {
    throw new ApiError(codes.unavailable, { retryAfter: 2 });
  });
  const { statusCode, headers } = await app.inject('/');
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
});
