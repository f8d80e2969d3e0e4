/** Folder to which suites write their visits, and from which `npm run coverage` reads them. */
export const VISITS = new URL('../../../coverage/visits/', import.meta.url);
