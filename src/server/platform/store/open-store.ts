import { join } from 'node:path';
import type { Store } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { withJobListeners } from './job-listeners.ts';
import { openPostgres } from './postgres.ts';

/** File of the embedded database. */
export const embeddedFile = (dataDir: string) => join(dataDir, 'portal.db');

/** Opens the database that `databaseUrl` names, or the embedded one under `dataDir`. */
export function openStore(location: { dataDir: string; databaseUrl?: string | undefined }): Store {
  return withJobListeners(
    location.databaseUrl
      ? openPostgres(location.databaseUrl)
      : openEmbedded(embeddedFile(location.dataDir)),
  );
}
