import { showMessage } from '#ui/messages/messages.ts';

/** Shows a message once a call succeeds. A rejection is shown by the call itself. */
export function reportDone(call: Promise<unknown>, text: string): Promise<void> {
  return call.then(
    () => showMessage({ kind: 'notice', text }),
    () => {},
  );
}
