import { randomBytes, randomInt } from 'node:crypto';
import { manifestKey } from '#server/platform/audit/manifest-key.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { backendLocation } from '#server/vehicles/backend-access.ts';
import type { ReportOutcome, ReportRequest } from './report-request.ts';
import { generateReport } from './run-in-worker.ts';

export interface GeneratedFiles {
  fileName: string;
  packageName: string;
  generate(request: ReportRequest, password: string, ending: AbortSignal): Promise<ReportOutcome>;
  persist(outcome: ReportOutcome): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Prepares the files of a report under unique names, so that a worker that lost its lease cannot
 * overwrite the files of another worker.
 */
export async function newReportFiles(services: Services, number: string): Promise<GeneratedFiles> {
  const { config } = services;
  const storage = storageOf(services, 'reports');
  const name = `${number}-${randomBytes(8).toString('hex')}`;
  const [fileName, packageName] = [`${name}.xlsx`, `${name}.zip`];
  const workbook = await storage.draft(fileName);
  const zip = await storage.draft(packageName);
  const { DATA_DIR, STORAGE_URL, DATABASE_URL, SIGNALS_FILE } = config;
  const location = {
    storage: { DATA_DIR, STORAGE_URL },
    databaseUrl: DATABASE_URL,
    backend: backendLocation(config),
    signalsFile: SIGNALS_FILE,
  };
  const key = manifestKey(config);
  return {
    fileName,
    packageName,
    generate: (request, password, ending) =>
      generateReport(
        {
          request,
          target: { path: workbook.path, packagePath: zip.path, password, key },
          location,
        },
        ending,
      ),
    async persist({ outcome }) {
      for (const file of outcome === 'empty' ? [zip] : [workbook, zip]) await file.persist();
    },
    async discard() {
      for (const file of [workbook, zip]) await file.discard();
    },
  };
}

/** Letters and digits that cannot be confused: without 0 O, 1 I L, U V. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 7;

export function newReportPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
