import { useSyncExternalStore } from 'react';

/** A message over the page. `error` interrupts a screen reader, `notice` waits its turn. */
export interface Message {
  id: number;
  kind: 'error' | 'notice';
  text: string;
  /** Path of the page that caused it. */
  place: string;
}

/** At most so many are on screen (specification §8). */
const MAX_MESSAGES = 2;

const listeners = new Set<() => void>();
let messages: readonly Message[] = [];
let nextId = 1;

function keep(next: readonly Message[]) {
  messages = next;
  for (const listener of listeners) listener();
}

/** Shows a message; one that says the same moves to the end, the oldest makes room. */
export function showMessage(message: Omit<Message, 'id' | 'place'>): void {
  const others = messages.filter(({ text }) => text !== message.text);
  const place = location.pathname;
  keep([...others, { ...message, place, id: nextId++ }].slice(-MAX_MESSAGES));
}

export function dismissMessage(id: number): void {
  keep(messages.filter((message) => message.id !== id));
}

/** Takes every message off the screen: the next person at this device has nothing to do with them. */
export function forgetMessages(): void {
  keep([]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages on screen, oldest first. */
export function useMessages(): readonly Message[] {
  return useSyncExternalStore(
    subscribe,
    () => messages,
    () => messages,
  );
}
