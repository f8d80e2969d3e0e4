import { signalsOf } from '#contract/data-catalogue.ts';
import type { ReadTogether } from '#server/vehicles/read-once.ts';
import { figureSignals } from './drive-figures.ts';
import { driveSignals } from './drives.ts';
import { withheldAt } from './masked-values.ts';
import { isLeftOut, type ReportRequest } from './report-request.ts';

/**
 * What a report reads more than once: each data type for the workbook and for each form of its package,
 * and what drives are told by. What it may not deliver is not among it, but for what a mask looks at.
 */
export function readTogether(request: ReportRequest): ReadTogether {
  const withheld = request.masking ? withheldAt(request.masking) : new Set<string>();
  const types = request.dataTypes.map((dataType) =>
    signalsOf(dataType)
      .map(({ name }) => name)
      .filter((name) => !withheld.has(name) && !isLeftOut(request, name)),
  );
  const wanted = new Set<string>(types.flat());
  const ofDrives = request.masking
    ? driveSignals
    : Object.values(figureSignals).filter((name) => wanted.has(name));
  return { groups: [...types, ofDrives], parts: request.parts };
}
