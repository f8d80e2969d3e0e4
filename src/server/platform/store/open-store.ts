import { join } from 'node:path';
import type { Store } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** Opens the database that `databaseUrl` names, or the embedded one under `dataDir`. */
export function openStore(location: { dataDir: string; databaseUrl?: string | undefined }): Store {
  return location.databaseUrl
    ? openPostgres(location.databaseUrl)
    : openEmbedded(join(location.dataDir, 'portal.db'));
}
