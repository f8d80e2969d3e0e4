import { showMessage } from '#ui/messages/messages.ts';

/** Shows a message after a call succeeded. The call itself shows errors. */
export function reportDone(call: Promise<unknown>, text: string): Promise<void> {
  return call.then(
    () => showMessage({ kind: 'notice', text }),
    () => {},
  );
}
