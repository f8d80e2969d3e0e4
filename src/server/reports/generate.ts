import { type FileHandle, open, rm } from 'node:fs/promises';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import { type WrittenSheet, writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { DAY } from '#lib/words/durations.ts';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import { fingerprintOf, renameSynced } from '#server/platform/storage/local-files.ts';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { LocalClock } from '#server/reports/local-clock.ts';
import type { VehicleSource } from '../vehicles/vehicle-source.ts';
import { dataSheet, type Gaps, shownGaps } from './data-sheet.ts';
import { type Delivery, requestedData } from './delivery.ts';
import { driveFigures } from './drive-figures.ts';
import { manifestSheet, sheetParts } from './manifest.ts';
import { absenceOf, emptinessOf } from './manifest-content.ts';
import { hasTrueTime, newMask, noMask } from './masking.ts';
import { PreviewFinder } from './preview.ts';
import { ReportNotes } from './report-notes.ts';
import type { ReportOutcome, ReportRequest } from './report-request.ts';
import { summarySheetCount, summarySheets, TimeWithData } from './summary-sheets.ts';
import { RowDigest } from './table-formats.ts';
import { type ReportTarget, writeEmptyPackage, writePackage } from './write-package.ts';

/**
 * Writes the data as an encrypted workbook, and the same rows as an encrypted package of CSV, JSON
 * Lines and Parquet with a signed manifest. A file appears under its path only when it is complete
 * and on disk. Without data, the package contains only the manifest.
 * @throws errors of the source and the disk, after the files are removed. If the thread is
 *   terminated, the clean-up removes them
 */
export async function writeReport(
  source: VehicleSource,
  request: ReportRequest,
  target: ReportTarget,
): Promise<ReportOutcome> {
  if (!request.masking) return write(source, request, target, null);
  const scratch = await ScratchFile.open(`${target.path}.masked`);
  try {
    return await write(source, request, target, scratch);
  } finally {
    await scratch.close();
  }
}

async function write(
  source: VehicleSource,
  request: ReportRequest,
  target: ReportTarget,
  scratch: ScratchFile | null,
): Promise<ReportOutcome> {
  const translate = wordsOf(request.language);
  const mask = request.masking ? newMask(request.masking, target.key) : noMask;
  const data = requestedData(source, request, mask, scratch);
  const vehicle = (await data.vehicles().next()).value ?? null;
  // Exact counts and times would allow two masked reports on one vehicle to be joined.
  const isMasked = request.masking !== null;
  const content = {
    request: isMasked ? withLinkInDays(request) : request,
    vehicle: request.vehicleId === null ? null : vehicle,
    preparedAt: Date.now(),
    mask,
    newUsers: data.newUsers,
    absences: data.absences,
    notes: isMasked ? new ReportNotes() : data.notes,
    faults: isMasked ? { rejected: new Map(), repeated: 0 } : data.faults,
    imports: await data.imports(),
    vssRelease: vehicle && (await data.vssRelease()),
  };
  const writeEmpty = async (emptiness: EmptyReason, deliveries = data.unplanned()) => {
    const cover = { ...content, emptiness, gaps: null, deliveries };
    await writeWhole(target.packagePath, (file) =>
      writeEmptyPackage(cover, file, target, translate),
    );
    const written = await fingerprintOf(target.packagePath);
    return { outcome: 'empty', reason: emptiness, package: written } as const;
  };
  if (!request.hasPeriod) return writeEmpty('noPeriod');
  if (request.parts.length === 0) return writeEmpty('notLinked');
  if (!vehicle) return writeEmpty('noVehicle');
  const deliveries = await data.plan();
  const present = deliveries.filter(({ signals }) => signals.length > 0);
  if (present.length === 0) return writeEmpty(emptinessOf(content, deliveries), deliveries);

  const digests = new Map(present.map((delivery) => [delivery, new RowDigest()]));
  // Masked reports show neither the requester's time zone nor figures of drives.
  const isOneVehicle = request.vehicleId !== null;
  const clock = isOneVehicle && !isMasked ? new LocalClock(request.timeZone ?? 'UTC') : null;
  const preview = new PreviewFinder((at) => clock?.reading(at) ?? at);
  const drives = isOneVehicle ? await driveFigures(data, present, preview, isMasked) : [];
  const seen = new TimeWithData();
  // In a masked calendar, a gap would reveal the time between two drives.
  const gaps: Gaps[] | null = isOneVehicle && hasTrueTime(mask) ? [] : null;
  const sheets = present.map((delivery) =>
    dataSheet({ data, delivery, digests, request, clock, seen, preview, gaps }, translate),
  );
  const cover = { ...content, emptiness: null, gaps, deliveries };
  const front = (parts: readonly WrittenSheet[][]) => {
    const written = new Map(present.map((delivery, index) => [delivery, parts[index] ?? []]));
    const manifest = manifestSheet({ ...cover, parts: sheetParts(written) }, translate);
    if (!clock) return [manifest];
    const contents = [{ name: manifest.name, rows: null }, ...parts.flat()];
    const stretches = seen.stretches();
    const charge = preview.firstAndLastCharge;
    const summary = { request, vehicle, clock, drives, charge, stretches, contents };
    return [...summarySheets(summary, translate), manifest];
  };
  const covers = 1 + (clock ? summarySheetCount(drives) : 0);
  const written = await writeWhole(target.path, (file) =>
    writeWorkbook({ sheets, cover: front, covers }, encryptingStream(file, target.password)),
  );
  const rows = written.flat().reduce((sum, sheet) => sum + sheet.rows, 0);
  if (rows === 0) {
    await rm(target.path, { force: true });
    return writeEmpty(emptinessOf(content, deliveries), deliveries);
  }
  try {
    await writeWhole(target.packagePath, (file) =>
      writePackage({ data, present, digests, cover }, file, target, translate),
    );
  } catch (error) {
    await rm(target.path, { force: true });
    throw error;
  }
  const types = deliveries.map((delivery) => {
    const rows = digests.get(delivery)?.rows ?? 0;
    return {
      type: delivery.dataType,
      rows,
      absence: rows > 0 ? null : absenceOf(cover, delivery),
      gaps: shownGaps(gaps ?? [], delivery.dataType).map(({ from, to, absence }) => ({
        from: clock?.reading(from) ?? from,
        to: clock?.reading(to) ?? to,
        absence,
      })),
    };
  });
  return {
    outcome: 'delivered',
    rows,
    values: Object.fromEntries(present.flatMap(valuesOf)),
    preview: {
      timeZone: clock?.zone ?? null,
      isOneVehicle,
      types,
      ...(isOneVehicle ? preview.preview(drives, types) : { months: [], charge: [], drives: [] }),
    },
    ...(await fingerprintOf(target.path)),
    package: await fingerprintOf(target.packagePath),
  };
}

const withLinkInDays = ({ parts, linkEndedAt, ...request }: ReportRequest): ReportRequest => ({
  ...request,
  parts: parts.map(({ from, to }) => ({
    from: Math.max(request.from, Math.floor(from / DAY) * DAY),
    to: Math.min(request.to, Math.ceil(to / DAY) * DAY),
  })),
  linkEndedAt: linkEndedAt === null ? null : Math.floor(linkEndedAt / DAY) * DAY,
});

const valuesOf = ({ tallies }: Delivery) =>
  [...tallies].map(([name, { values }]) => [name, values] as const);

async function writeWhole<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  const file = await open(part, 'w+', 0o600);
  try {
    const result = await write(file);
    await file.sync();
    await file.close();
    await renameSynced(part, path);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}
