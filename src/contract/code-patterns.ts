/** A code that was mailed, or that an authenticator app shows (RFC 6238). */
export const SIX_DIGITS = /^\d{6}$/;

/** A recovery code: base 32 (RFC 4648) in five groups; those that were issued first have two. */
export const RECOVERY_CODE = /^[a-z2-7]{5}(?:-[a-z2-7]{5}|(?:-[a-z2-7]{5}){4})$/;
