/** Placeholder of the nonce in attributes for the content security policy. */
export const NONCE_MARK = '⟦nonce⟧';

/** Placeholder of the contact mailbox in texts and links. */
export const MAILBOX_MARK = 'mailbox@installation.invalid';

/** Placeholder of the data holder's name. */
export const HOLDER_MARK = '⟦holder⟧';

/** Placeholder of the `<html>` attributes with facts of the installation. */
export const INSTALLATION_MARK = 'data-installation=""';
