/** Folder where suites leave their visits and `npm run coverage` finds them. */
export const VISITS = new URL('../../../coverage/visits/', import.meta.url);
