import type { Portal } from '#tests/server/fixture.ts';

/** An installation, and the application that somebody with the database in hand has an eye on. */
export interface Target {
  portal: Portal;
  number: string;
  /** Makes further entries, as the portal does. */
  goOn(): Promise<void>;
}

export type Manipulation = (target: Target) => Promise<unknown>;
