import { MAILBOX_MARK } from '#contract/limits.ts';

/** What the document says of the installation that serves it. */
interface Installation {
  /** Null where it is none: where its mail is. */
  demonstration: 'local-mailbox' | 'smtp' | null;
  contactMailbox: string;
}

/**
 * What a page needs to know of the installation before its first paint, from the attributes that
 * the server writes to `<html>`. A page that is written ahead of time says everything; the server
 * takes out what does not hold.
 */
export function installation(): Installation {
  if (typeof document === 'undefined')
    return { demonstration: 'local-mailbox', contactMailbox: MAILBOX_MARK };
  const { demonstration = null, contactMailbox = '' } = document.documentElement.dataset;
  return { demonstration: demonstration as Installation['demonstration'], contactMailbox };
}
