/** The database does not answer at present: the work may succeed when it is tried again. */
export class StoreUnavailable extends Error {}

/** A stored file is not there, or is not what was stored. */
export class DamagedFile extends Error {}
