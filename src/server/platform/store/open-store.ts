import { join } from 'node:path';
import type { Chain } from './chain.ts';
import type { Store } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { withJobListeners } from './job-listeners.ts';
import { openPostgres } from './postgres.ts';

/** File of the embedded database. */
export const embeddedFile = (dataDir: string) => join(dataDir, 'portal.db');

interface Location {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** As the setting `AUDIT_KEY`; without it the key file in `dataDir`. */
  auditKey?: string | undefined;
}

/** Opens the database that `databaseUrl` names, or the embedded one under `dataDir`. */
export function openStore({ dataDir, databaseUrl, auditKey }: Location): Store {
  const chain: Chain = {
    config: { DATA_DIR: dataDir, AUDIT_KEY: auditKey },
    now: Date.now,
    isShared: databaseUrl !== undefined && databaseUrl !== '',
  };
  return withJobListeners(
    databaseUrl ? openPostgres(databaseUrl, chain) : openEmbedded(embeddedFile(dataDir), chain),
  );
}
