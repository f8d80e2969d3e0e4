import { randomSource } from './random-source.ts';

const realDate = Date;

/**
 * Runs synchronous code of a machine with a clock that stands still at `now` and with the same
 * random numbers each time, so that equal steps have equal results.
 */
export function withFrozenTime<T>(now: number, run: () => T): T {
  const { random } = Math;
  const { randomUUID } = crypto;
  const next = randomSource(1);
  globalThis.Date = new Proxy(realDate, {
    construct: (date, args: [number]) => (args.length ? new date(...args) : new date(now)),
    get: (date, key) => (key === 'now' ? () => now : Reflect.get(date, key)),
  });
  Math.random = next;
  crypto.randomUUID = () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<
      typeof randomUUID
    >;
  };
  try {
    return run();
  } finally {
    globalThis.Date = realDate;
    Math.random = random;
    crypto.randomUUID = randomUUID;
  }
}
