import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataTypeNames } from '#applications/data-type-names.ts';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import type { Column } from '#lib/encrypted-xlsx/sheet-xml.ts';
import { type Sheet, type WrittenSheet, writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import { syncFolder } from '#server/platform/storage/folder.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import type { VehicleSource } from '../vehicles/vehicle-source.ts';
import { type Delivery, RequestedData } from './delivery.ts';
import { manifestSheet } from './manifest.ts';
import { newMask, noMask } from './masking.ts';
import type { ReportOutcome, ReportRequest } from './report-request.ts';

/** Path that a report is written to, and the password that opens it. */
export interface ReportTarget {
  path: string;
  password: string;
}

/**
 * Writes the copy of the data as an encrypted workbook. The file appears under its path only when
 * it is whole and on disk; when there is nothing to deliver no file is written.
 * @throws what the source or the disk said; nothing is left behind then, but a thread that is ended
 * leaves its part to the clean-up
 */
export async function writeReport(
  source: VehicleSource,
  request: ReportRequest,
  target: ReportTarget,
): Promise<ReportOutcome> {
  if (!request.hasPeriod) return { outcome: 'empty', reason: 'noPeriod' };
  if (request.parts.length === 0) return { outcome: 'empty', reason: 'notLinked' };
  const mask = request.masking ? newMask() : noMask;
  const data = new RequestedData(source, request, mask);
  const vehicle = (await data.vehicles().next()).value ?? null;
  if (!vehicle) return { outcome: 'empty', reason: 'noVehicle' };
  const deliveries = await data.plan();
  const present = deliveries.filter(({ signals }) => signals.length > 0);
  if (present.length === 0) return { outcome: 'empty', reason: 'noData' };

  const say = wordsOf(request.language);
  const sheets = present.map((delivery) => sheetOf(data, delivery, request, say));
  const cover = (parts: readonly WrittenSheet[][]) =>
    manifestSheet(
      {
        request,
        vehicle: request.vehicleId === null ? null : vehicle,
        preparedAt: Date.now(),
        mask,
        deliveries,
        written: new Map(present.map((delivery, index) => [delivery, parts[index] ?? []])),
      },
      say,
    );
  const written = await writeWhole(target.path, (file) =>
    writeWorkbook({ sheets, cover }, encryptingStream(file, target.password)),
  );
  return {
    outcome: 'delivered',
    rows: written.flat().reduce((sum, { rows }) => sum + rows, 0),
    values: Object.fromEntries(present.flatMap(valuesOf)),
    ...(await fingerprint(target.path)),
  };
}

function sheetOf(data: RequestedData, delivery: Delivery, request: ReportRequest, say: Say): Sheet {
  const columns: Column[] = [{ heading: say(msg`Time stamp (UTC)`), width: 25 }];
  if (request.vehicleId === null) columns.unshift({ heading: say(msg`Vehicle`), width: 21 });
  for (const { name, unit } of delivery.signals) {
    const heading = unit ? `${name} [${unit}]` : name;
    columns.push({ heading, width: Math.min(70, heading.length + 4) });
  }
  return { name: say(dataTypeNames[delivery.dataType]), columns, rows: data.rows(delivery) };
}

const valuesOf = ({ tallies }: Delivery) =>
  [...tallies].map(([name, { values }]) => [name, values] as const);

async function writeWhole<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  const file = await open(part, 'w+', 0o600);
  try {
    const result = await write(file);
    await file.sync();
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function fingerprint(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
