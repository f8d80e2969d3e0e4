/** How long the whole takes to play at speed 1, ms. */
const PLAYED = 60_000;
/** How long a mark is on its way along an arrow at speed 1, ms. */
const GLIDE = 800;

export const speeds = [0.5, 1, 2, 4] as const;
export type Speed = (typeof speeds)[number];

/** A stretch of the past that is played, and the instant that is shown of it, ms since the epoch. */
export interface Clock {
  readonly first: number;
  readonly last: number;
  /** Time of the past that a mark is on its way, ms. */
  readonly glide: number;
  readonly at: () => number;
  readonly isPlaying: () => boolean;
  /** Plays on from the instant shown; from the beginning after the end. */
  play(): void;
  pause(): void;
  seek(at: number): void;
  setSpeed(speed: Speed): void;
  /** Calls `listener` after each change, until the function that it answers is called. */
  subscribe(listener: () => void): () => void;
}

export function createClock(first: number, last: number): Clock {
  const rate = (last - first) / PLAYED;
  const listeners = new Set<() => void>();
  let at = first;
  let speed: Speed = 1;
  let frame: number | null = null;

  const show = (instant: number) => {
    at = Math.min(last, Math.max(first, instant));
    for (const listener of listeners) listener();
  };
  const pause = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    show(at);
  };
  const next = (before: number) => (now: number) => {
    frame = at < last ? requestAnimationFrame(next(now)) : null;
    show(at + Math.max(0, now - before) * rate * speed);
  };

  return {
    first,
    last,
    glide: GLIDE * rate,
    at: () => at,
    isPlaying: () => frame !== null,
    play() {
      if (frame !== null) return;
      if (at >= last) at = first;
      frame = requestAnimationFrame(next(performance.now()));
      show(at);
    },
    pause,
    seek: show,
    setSpeed(chosen) {
      speed = chosen;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && frame !== null) cancelAnimationFrame(frame);
        if (listeners.size === 0) frame = null;
      };
    },
  };
}
