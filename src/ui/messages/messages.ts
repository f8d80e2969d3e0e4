import { t } from '@lingui/core/macro';
import { createStore } from '#ui/calls/store.ts';

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

const messages = createStore<readonly Message[]>([]);
let nextId = 1;

export function showMessage(message: Omit<Message, 'id' | 'place'>): void {
  const others = messages.get().filter(({ text }) => text !== message.text);
  const place = location.pathname;
  messages.set([...others, { ...message, place, id: nextId++ }].slice(-MAX_MESSAGES));
}

/** Shows a message after a call succeeded. The call itself shows errors. */
export function reportDone(call: Promise<unknown>, text: string): Promise<void> {
  return call.then(
    () => showMessage({ kind: 'notice', text }),
    () => {},
  );
}

export function dismissMessage(id: number): void {
  messages.set(messages.get().filter((message) => message.id !== id));
}

/** Removes notices, which could cover the buttons of a dialog. Errors stay. */
export function dismissNotices(): void {
  messages.set(messages.get().filter(({ kind }) => kind === 'error'));
}

export function dismissErrorsOf(call: string): void {
  if (messages.get().some((message) => message.call === call))
    messages.set(messages.get().filter((message) => message.call !== call));
}

export function clearMessages(): void {
  messages.set([]);
}

export const useMessages = messages.use;

export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage({ kind: 'notice', text: copied });
  } catch {
    showMessage({ kind: 'error', text: t`The browser does not allow copying.` });
  }
}
