import { useSyncExternalStore } from 'react';
import type { Clock } from './clock.ts';

/** The instant that a clock shows, ms since the epoch; drawn anew with each. */
export function useInstant({ subscribe, at }: Clock): number {
  return useSyncExternalStore(subscribe, at);
}

/** Whether it is being played. */
export function usePlaying({ subscribe, isPlaying }: Clock): boolean {
  return useSyncExternalStore(subscribe, isPlaying);
}
