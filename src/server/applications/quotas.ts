import { MEBIBYTE } from '#contract/limits.ts';
import { DAY } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';

const perDay = (kind: RateLimit['kind'], subject: string, count: number, uses = 1): RateLimit => ({
  ...{ kind, subject, count, uses },
  period: DAY,
});

export function filingQuotas(
  { APPLICATIONS_PER_ACCOUNT, APPLICATIONS_PER_VEHICLE }: Config,
  { id }: Pick<Account, 'id'>,
  vehicleId: string | null,
): RateLimit[] {
  const ofAccount = perDay('applicationsOfAccount', id, APPLICATIONS_PER_ACCOUNT);
  if (vehicleId === null) return [ofAccount];
  return [ofAccount, perDay('applicationsOfVehicle', vehicleId, APPLICATIONS_PER_VEHICLE)];
}

export function attachmentQuotas(
  { FILES_PER_VEHICLE, MEBIBYTES_PER_VEHICLE }: Config,
  vehicleId: string,
  { count, bytes }: { count: number; bytes: number },
): RateLimit[] {
  if (count === 0) return [];
  return [
    perDay('filesOfVehicle', vehicleId, FILES_PER_VEHICLE, count),
    perDay('bytesOfVehicle', vehicleId, MEBIBYTES_PER_VEHICLE * MEBIBYTE, bytes),
  ];
}

export function uploadQuotas(
  { FILES_PER_ACCOUNT, MEBIBYTES_PER_ACCOUNT }: Config,
  { id }: Pick<Account, 'id'>,
  size: number,
): RateLimit[] {
  return [
    perDay('filesOfAccount', id, FILES_PER_ACCOUNT),
    perDay('bytesOfAccount', id, MEBIBYTES_PER_ACCOUNT * MEBIBYTE, size),
  ];
}
