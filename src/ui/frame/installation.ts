import { HOLDER_MARK, MAILBOX_MARK } from '#contract/placeholders.ts';

/** Attributes of the document about the installation that serves it. */
interface Installation {
  /** Null where it is none: where its mail is. */
  demonstration: 'local-mailbox' | 'smtp' | null;
  contactMailbox: string;
  /** Name of the data holder. */
  holder: string;
}

/**
 * Reads the facts about the installation that a page needs before its first paint, from the
 * attributes that the server writes to `<html>`. A prerendered page holds all of them; the server
 * removes those that do not apply.
 */
export function installation(): Installation {
  if (typeof document === 'undefined')
    return {
      demonstration: 'local-mailbox',
      contactMailbox: MAILBOX_MARK,
      holder: HOLDER_MARK,
    };
  const {
    demonstration = null,
    contactMailbox = '',
    holder = '',
  } = document.documentElement.dataset;
  return { demonstration: demonstration as Installation['demonstration'], contactMailbox, holder };
}
