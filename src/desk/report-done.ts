import { showMessage } from '#ui/messages/messages.ts';

/** Shows a message if a call succeeds. The call itself shows a rejection. */
export function reportDone(call: Promise<unknown>, text: string): Promise<void> {
  return call.then(
    () => showMessage({ kind: 'notice', text }),
    () => {},
  );
}
