/** Returns the digits of typed or pasted text as ASCII: `Code: １２３-456` is `123456`. */
export const typedDigits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');
