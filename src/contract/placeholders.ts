/** Parts of the prerendered pages that the server shows or leaves out, by reader and installation. */
export type PagePart =
  | 'account'
  | 'sign-in'
  | 'cookies'
  | 'demonstration'
  | 'demo-accounts'
  | 'local-mailbox';

/** Stands before and after a part; no text has these brackets, and no language escapes them. */
export const partMark = (part: PagePart): string => `⟦${part}⟧`;

/** Stands for the nonce of an answer, in the attributes of what its policy lets in by it. */
export const NONCE_MARK = '⟦nonce⟧';

/** Stands for the contact mailbox, in texts and links. */
export const MAILBOX_MARK = 'mailbox@installation.invalid';

/** Stands for the name of the data holder. */
export const HOLDER_MARK = '⟦holder⟧';

/** Stands in `<html>` of `index.html` for the attributes with facts of the installation. */
export const INSTALLATION_MARK = 'data-installation=""';
