import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { logOptions } from '#server/platform/http/log.ts';

let lines: string[];
const { log } = Fastify({
  logger: { ...logOptions('warn'), stream: { write: (line: string) => void lines.push(line) } },
});
beforeEach(() => {
  lines = [];
});

const logged = (error: unknown) => {
  log.error(error as Error);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '{}');
};

class MailRefused extends Error {}

test('the log has of an error its kind, its code and where it came from', () => {
  const { err, msg } = logged(Object.assign(new MailRefused('no line'), { code: 'ECONN' }));
  expect(err).toMatchObject({ type: 'MailRefused', code: 'ECONN', message: 'no line' });
  expect(err.stack).toMatch(/^\s+at .*loggable\.test\.ts/);
  expect(msg).toBe('no line');
  expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type']);
});

test.each([
  ['Key (email)=(anna@example.eu) is there', /anna|example\.eu/],
  ['GET /login?code=481516 failed', /481516|code=/],
  ['«Nowak» and "Anna" and \'Maria\' and `Ewa`', /Nowak|Anna|Maria|Ewa/],
  ['token Zm9vYmFyYmF6cXV4cXV1eA is unknown', /Zm9v/],
  ['born on 19850412', /1985/],
  ["Can't find 'Anna's car'", /Anna|car/],
])('and of «%s» nothing that is somebody’s', (message, secret) => {
  const line = JSON.stringify(logged(new Error(message)));
  expect(line).not.toMatch(secret);
  expect(line).toContain('…');
});

test('nor what a mail server said, nor what a library hung on the error', () => {
  const error = Object.assign(new Error('Message failed: 550 no such person'), {
    responseCode: 550,
    response: '550 no such person',
  });
  const { err } = logged(error);
  expect(err).toMatchObject({ code: 550, message: 'Message failed' });
  expect(lines[0]).not.toContain('no such person');
});

test('causes are told, three deep', () => {
  const deep = ['d', 'c', 'b', 'a', 'top'].reduce<Error | undefined>(
    (cause, message) => new Error(message, cause && { cause }),
    undefined,
  );
  const told: string[] = [];
  for (let err = logged(deep).err; err; err = err.cause) told.push(err.message);
  expect(told).toEqual(['top', 'a', 'b', 'c']);
});

test('what is no error is told by its type alone', () => {
  const { err } = logged(new Error('top', { cause: 'a secret text' }));
  expect(err.cause).toEqual({ type: 'string', message: '', stack: '' });
});

test('what goes well is not told', () => {
  log.info('somebody signed in');
  expect(lines).toEqual([]);
});

test('an apostrophe hides nothing of what failed', () => {
  const said = "Can't send mail - all recipients were rejected";
  expect(logged(new Error(said)).msg).toBe(said);
});
