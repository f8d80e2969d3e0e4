import { codes } from '#contract/codes.ts';
import { signalsOf } from '#contract/data-catalogue.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { findApplication } from '#server/applications/application-row.ts';
import { gapsAndDays } from '#server/applications/vehicle-data.ts';
import { manifestKey } from '#server/platform/audit/manifest-key.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { requestedData } from '#server/reports/delivery.ts';
import { newMask, noMask } from '#server/reports/masking.ts';
import { isLeftOut, type ReportRequest, requestOf } from '#server/reports/report-request.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import type { Coverage, VehicleSource } from '#server/vehicles/vehicle-source.ts';

export async function previewReport(
  services: Services,
  { applicationNumber: number, extent }: InputOf<typeof endpoints.deskReportPreview>,
  language: Language,
): Promise<DataOf<typeof endpoints.deskReportPreview>> {
  const row = await findApplication(services.store.db, number);
  if (row.kind === 'personal' && row.data_request_json === null)
    throw new ApiError(codes.notAllowedNow, { state: row.state, revision: row.revision });
  const request = await requestOf(services, number, extent);
  const mask = request.masking ? newMask(request.masking, manifestKey(services.config)) : noMask;
  const source = vehicleSource(services);
  const { vehicles, values } = await requestedData(source, request, mask).count();
  const coverages = await coveragesOf(source, request);
  return {
    vehicles,
    isMasked: request.masking !== null,
    types: request.dataTypes.map((type, index) => {
      const { gaps, days } = coverages[index] ?? { gaps: null, days: null };
      const signals = signalsOf(type).map(({ name, unit }) => {
        const isWithheld =
          isLeftOut(request, name) || (request.hasPeriod && mask.withheld.has(name));
        const count = isWithheld ? 0 : (values.get(name) ?? 0);
        const missing = request.hasPeriod ? 'notRecorded' : 'noPeriod';
        const gap = isWithheld ? 'withheld' : count === 0 ? missing : null;
        return { name, unit, values: count, gap } as const;
      });
      return {
        type,
        label: wordsOf(language)(dataTypeNames[type]),
        rows: Math.max(...signals.map((signal) => signal.values)),
        days,
        longestGap: gaps?.count ? gaps.longest : null,
        signals,
      };
    }),
  };
}

async function coveragesOf(
  source: VehicleSource,
  { vehicleId, dataTypes, parts }: ReportRequest,
): Promise<Pick<Coverage, 'gaps' | 'days'>[]> {
  if (vehicleId === null || parts.length === 0) return [];
  const groups = dataTypes.map((type) => signalsOf(type).map(({ name }) => name));
  const covered: Coverage[][] = [];
  for (const part of parts) covered.push(await source.coverage(vehicleId, groups, part));
  return groups.map((_, index) => gapsAndDays(covered.flatMap((all) => all[index] ?? [])));
}
