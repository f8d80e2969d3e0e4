/** Placeholder for the nonce of the content security policy in attributes. */
export const NONCE_MARK = '⟦nonce⟧';

export const MAILBOX_MARK = 'mailbox@installation.invalid';

export const HOLDER_MARK = '⟦holder⟧';

/** Placeholder for the attributes of `<html>` that describe the installation. */
export const INSTALLATION_MARK = 'data-installation=""';
