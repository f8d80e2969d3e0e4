import type { SeededPortal } from '#tests/server/seeded-portal.ts';

/** An installation, and the application that an attacker with access to the database manipulates. */
export interface Target {
  portal: SeededPortal;
  number: string;
  /** Makes further entries, as the portal does. */
  goOn(): Promise<void>;
}

export type Manipulation = (target: Target) => Promise<unknown>;
