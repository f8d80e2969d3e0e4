import { randomSource } from './random-source.ts';

const realDate = Date;

/**
 * Runs synchronous code of a machine with a clock that stands still at `now` and with the same
 * random numbers each time, so that equal steps have equal results.
 */
export function withFrozenTime<T>(now: number, run: () => T): T {
  const { random } = Math;
  const { randomUUID, getRandomValues } = crypto;
  const { now: performanceNow } = performance;
  const next = randomSource(1);
  globalThis.Date = new Proxy(realDate, {
    apply: () => new realDate(now).toString(),
    construct: (date, args: [number]) => (args.length ? new date(...args) : new date(now)),
    get: (date, key) => (key === 'now' ? () => now : Reflect.get(date, key)),
  });
  Math.random = next;
  performance.now = () => now;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (const index of bytes.keys()) bytes[index] = Math.floor(next() * 256);
    return array;
  };
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
    Object.assign(crypto, { randomUUID, getRandomValues });
    performance.now = performanceNow;
  }
}
