import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';

export interface Message {
  id: number;
  kind: 'error' | 'notice';
  text: string;
  /** Name of the call that failed. */
  call?: string | undefined;
  place: string;
}

/** Maximum number of messages on screen (specification §8). */
const MAX_MESSAGES = 2;

const listeners = new Set<() => void>();
let messages: readonly Message[] = [];
let nextId = 1;

function setMessages(next: readonly Message[]) {
  messages = next;
  for (const listener of listeners) listener();
}

export function showMessage(message: Omit<Message, 'id' | 'place'>): void {
  const others = messages.filter(({ text }) => text !== message.text);
  const place = location.pathname;
  setMessages([...others, { ...message, place, id: nextId++ }].slice(-MAX_MESSAGES));
}

/** Shows a message after a call succeeded. The call itself shows errors. */
export function reportDone(call: Promise<unknown>, text: string): Promise<void> {
  return call.then(
    () => showMessage({ kind: 'notice', text }),
    () => {},
  );
}

export function dismissMessage(id: number): void {
  setMessages(messages.filter((message) => message.id !== id));
}

/** Removes notices, which could cover the buttons of a dialog. Errors stay. */
export function dismissNotices(): void {
  setMessages(messages.filter(({ kind }) => kind === 'error'));
}

export function dismissErrorsOf(call: string): void {
  if (messages.some((message) => message.call === call))
    setMessages(messages.filter((message) => message.call !== call));
}

export function clearMessages(): void {
  setMessages([]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMessages(): readonly Message[] {
  return useSyncExternalStore(
    subscribe,
    () => messages,
    () => messages,
  );
}

export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage({ kind: 'notice', text: copied });
  } catch {
    showMessage({ kind: 'error', text: t`The browser does not allow copying.` });
  }
}
