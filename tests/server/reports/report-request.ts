import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { writeReport } from '#server/reports/generate.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import { readEncrypted } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { seriesIn } from '#tests/server/stored.ts';
import type { FreshStore } from '../fresh-store.ts';

export const password = 'AAAAA-BBBBB-CCCCC-DDDDD';
export const { privateKey: key } = generateKeyPairSync('ed25519');

export const targetAt = (path: string) => ({ path, packagePath: `${path}.zip`, password, key });

/** Files of a zip by path. */
export async function zippedFiles(
  bytes: Uint8Array,
  key = password,
): Promise<Record<string, Buffer>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { password: key });
  const files: Record<string, Buffer> = {};
  for (const entry of await zip.getEntries())
    if (!entry.directory)
      files[entry.filename] = Buffer.from(await entry.getData(new Uint8ArrayWriter()));
  return files;
}

/** Texts of the files in a zip. */
export const zippedTexts = async (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(await zippedFiles(bytes)).map(([path, file]) => [path, String(file)]),
  ) as Record<string, string>;

let last = 0;

/** Writes a report of stored data, and reads its package; `sheets` reads its workbook. */
export async function writtenReport(
  { store, location }: Pick<FreshStore, 'store' | 'location'>,
  request: ReportRequest,
) {
  const target = targetAt(join(location.dataDir, `report-${++last}.xlsx`));
  const outcome = await writeReport(storeSource(store.db, seriesIn(location)), request, target);
  const bytes = await readFile(target.packagePath);
  const files = await zippedTexts(bytes);
  return {
    outcome,
    target,
    bytes,
    files,
    manifest: JSON.parse(files['manifest.json'] ?? ''),
    sheets: async () => readEncrypted(await readFile(target.path), password),
  };
}

/** A request of the owner of vehicle v1 for one range. */
export function reportRequest(
  range: TimeRange,
  change: Partial<ReportRequest> & Pick<ReportRequest, 'dataTypes'>,
): ReportRequest {
  return {
    applicationNumber: 'VD-20261120-4K7Q2M',
    kind: 'personal',
    vehicleId: 'v1',
    hasPeriod: true,
    ...range,
    parts: [range],
    linkEndedAt: null,
    extent: null,
    approvedAt: range.to,
    masking: null,
    language: 'en',
    holder: 'Example Motors',
    contact: 'data@example-motors.eu',
    recipient: { kind: 'requester', name: null },
    timeZone: null,
    purpose: 'ownInformation',
    sharedUntil: null,
    ...change,
  };
}
