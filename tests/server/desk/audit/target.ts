import type { Portal } from '#tests/server/fixture.ts';

/** An installation, and the application that an attacker with access to the database manipulates. */
export interface Target {
  portal: Portal;
  number: string;
  /** Makes further entries, as the portal does. */
  goOn(): Promise<void>;
}

export type Manipulation = (target: Target) => Promise<unknown>;
