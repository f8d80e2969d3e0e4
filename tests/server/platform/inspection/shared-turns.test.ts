import { expect, test } from 'vitest';
import { SharedTurns } from '#server/platform/inspection/shared-turns.ts';

/** Takes turns for files, each of which takes `ms` of a clock that only they move. */
function files() {
  const turns = new SharedTurns(() => time);
  const done: string[] = [];
  let time = 0;
  const send = (person: string, name: string, ms: number) =>
    turns.take(person, async () => {
      time += ms;
      done.push(name);
    });
  return { turns, done, send };
}

test('who sends many slow files keeps each of the others for one of them at most', async () => {
  const { done, send } = files();
  const all = Array.from({ length: 20 }, (_, at) => send('flood', `slow ${at}`, 5000));
  all.push(send('owner', 'proof', 10), send('owner', 'contract', 10), send('other', 'permit', 10));
  await Promise.all(all);
  expect(done.slice(0, 5)).toEqual(['slow 0', 'proof', 'permit', 'contract', 'slow 1']);
  expect(done).toHaveLength(23);
});

test('files of one person keep their order', async () => {
  const { done, send } = files();
  await Promise.all(['a', 'b', 'c'].map((name) => send('owner', name, 1)));
  expect(done).toEqual(['a', 'b', 'c']);
});

test('once nothing waits, everybody begins anew', async () => {
  const { done, send } = files();
  await send('owner', 'long', 5000);
  const running = send('other', 'running', 10);
  await Promise.all([running, send('owner', 'a', 1), send('third', 'b', 1)]);
  expect(done).toEqual(['long', 'running', 'a', 'b']);
});

test('work that fails is told so, and the next one begins', async () => {
  const { turns, done, send } = files();
  const failing = turns.take('owner', () => Promise.reject(new Error('The disk is away')));
  const next = send('other', 'next', 1);
  await expect(failing).rejects.toThrow('The disk is away');
  await next;
  expect(done).toEqual(['next']);
});
