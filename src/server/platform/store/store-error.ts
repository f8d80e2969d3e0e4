/** The database does not answer at present: the work may succeed when it is tried again. */
export class StoreUnavailable extends Error {}
