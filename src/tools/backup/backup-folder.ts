import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { findAuditKeys } from '#server/platform/audit/audit-key.ts';
import { secretId } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { lockFolder } from '#server/platform/database/open-database.ts';
import {
  areas,
  type FileStorage,
  type Fingerprint,
} from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { ToolError } from '../usage.ts';

export class BackupError extends ToolError {}

const fingerprint = { size: z.number(), sha256: z.string() };
const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601. */
  at: z.string(),
  installation: z.nullable(z.string()),
  /** Fingerprints of the keys. The keys themselves are not in the backup. */
  keys: z.object({ audit: z.array(z.string()), secret: z.string() }),
  database: z.object({ path: z.string(), ...fingerprint }),
  files: z.array(z.object({ path: z.string(), ...fingerprint })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = { path: string } & Fingerprint;

export function readManifest(text: string | null, folder: string): Manifest {
  if (text === null)
    throw new BackupError(`${folder} does not contain a complete backup: manifest.json is missing`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`this release cannot read manifest.json in ${folder}`, { cause });
  }
}

export function fingerprintsOf(config: Config): Manifest['keys'] {
  return {
    audit: findAuditKeys(config).map(({ id }) => id),
    secret: secretId(config.SECRET[0]),
  };
}

const MANIFEST = 'manifest.json';
const LOCK = 'backup.lock';
export const TEMPORARY = 'part-';

export class BackupFolder {
  readonly path: string;
  #lock: ReturnType<typeof lockFolder> = null;
  readonly #temporary: string[] = [];

  /** @throws {BackupError} for a URL, or a folder in `DATA_DIR`, which could be lost with the data */
  constructor(folder: string, { DATA_DIR }: Config) {
    if (/^[a-z0-9]+:\/\//.test(folder))
      throw new BackupError(`${folder} is a URL, not a folder on this machine`);
    this.path = resolve(folder);
    if (this.path.startsWith(join(resolve(DATA_DIR), sep)))
      throw new BackupError(
        `${this.path} is in DATA_DIR=${DATA_DIR}: name a folder on another disk`,
      );
  }

  async lock(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    this.#lock = lockFolder(this.path, LOCK);
    if (!this.#lock) throw new BackupError(`Another backup to ${this.path} is in progress`);
  }

  async temporary(): Promise<string> {
    const folder = await mkdtemp(join(this.path, TEMPORARY));
    this.#temporary.push(folder);
    return folder;
  }

  area(area: string): FileStorage {
    return storageOf({ config: { DATA_DIR: this.path } }, area);
  }

  async sizes(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (const entry of await readdir(this.path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(this.path.length + 1).replaceAll('\\', '/');
      sizes.set(name, (await stat(path)).size);
    }
    return sizes;
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { force: true });
    const folder = dirname(path);
    if (areas.some((area) => area === folder)) return;
    // Fails, and so keeps the folder, if it contains other files.
    await rmdir(join(this.path, folder)).catch(() => {});
  }

  manifest(): Promise<string | null> {
    return readFile(join(this.path, MANIFEST), 'utf8').catch(() => null);
  }

  async setManifest(text: string): Promise<void> {
    const file = join(this.path, MANIFEST);
    await writeFile(`${file}.part`, text, { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
  }

  async close(): Promise<void> {
    for (const folder of this.#temporary) await rm(folder, { recursive: true, force: true });
    this.#lock?.release();
  }
}
