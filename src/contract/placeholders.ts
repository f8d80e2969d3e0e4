export const NONCE_MARK = '⟦nonce⟧';

export const MAILBOX_MARK = 'mailbox@installation.invalid';

export const HOLDER_MARK = '⟦holder⟧';

export const INSTALLATION_MARK = 'data-installation=""';
