import type { TestControls } from '#demo/testing/controls.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { Store } from '#server/platform/store/database.ts';

/** What every subject of the server works with. */
export interface Services {
  store: Store;
  config: Config;
  /** The time, ms since the epoch. The only clock there is, so that tests can set it. */
  now: () => number;
  /** Of a test installation alone. */
  controls?: TestControls;
}
