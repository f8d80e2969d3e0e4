/** Identifiers in documented examples: they look right and are nobody's. */
export const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';
export const EXAMPLE_FILE = '00000000000000000000000000000000';
