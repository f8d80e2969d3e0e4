import { MEBIBYTE } from '#contract/limits.ts';
import { DAY } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';

export function filingQuotas(
  { APPLICATIONS_PER_ACCOUNT, APPLICATIONS_PER_VEHICLE }: Config,
  { id }: Pick<Account, 'id'>,
  vehicleId: string | null,
): RateLimit[] {
  const ofAccount: RateLimit = {
    kind: 'applicationsOfAccount',
    subject: id,
    count: APPLICATIONS_PER_ACCOUNT,
    period: DAY,
  };
  if (vehicleId === null) return [ofAccount];
  const ofVehicle: RateLimit = {
    kind: 'applicationsOfVehicle',
    subject: vehicleId,
    count: APPLICATIONS_PER_VEHICLE,
    period: DAY,
  };
  return [ofAccount, ofVehicle];
}

export function attachmentQuotas(
  { FILES_PER_VEHICLE, MEBIBYTES_PER_VEHICLE }: Config,
  vehicleId: string | null,
  { count, bytes }: { count: number; bytes: number },
): RateLimit[] {
  if (vehicleId === null || count === 0) return [];
  return [
    {
      kind: 'filesOfVehicle',
      subject: vehicleId,
      count: FILES_PER_VEHICLE,
      uses: count,
      period: DAY,
    },
    {
      kind: 'bytesOfVehicle',
      subject: vehicleId,
      count: MEBIBYTES_PER_VEHICLE * MEBIBYTE,
      uses: bytes,
      period: DAY,
    },
  ];
}

export function uploadQuotas(
  { FILES_PER_ACCOUNT, MEBIBYTES_PER_ACCOUNT }: Config,
  { id }: Pick<Account, 'id'>,
  size: number,
): RateLimit[] {
  return [
    { kind: 'filesOfAccount', subject: id, count: FILES_PER_ACCOUNT, period: DAY },
    {
      kind: 'bytesOfAccount',
      subject: id,
      count: MEBIBYTES_PER_ACCOUNT * MEBIBYTE,
      uses: size,
      period: DAY,
    },
  ];
}
