/** Identifiers in documented examples: they look right and are nobody's. */
export const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';
export const EXAMPLE_FILE = '00000000000000000000000000000000';
/** A day that is to come, in whatever year a process is started that shows it. */
export const EXAMPLE_COMING_DAY = `${new Date().getUTCFullYear() + 2}-01-31`;
