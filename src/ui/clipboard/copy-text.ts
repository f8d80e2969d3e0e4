import { t } from '@lingui/core/macro';
import { showMessage } from '#ui/messages/messages.ts';

/** Copies a text and says so in the caller's words, or that the browser does not allow it. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage({ kind: 'notice', text: copied });
  } catch {
    showMessage({ kind: 'error', text: t`The browser does not allow copying.` });
  }
}
