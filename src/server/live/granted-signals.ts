import { allSignals, type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { ApiProblem } from './api-problem.ts';

/** Access of a token, or of the owner's own page, to a vehicle. Times are ms since the epoch. */
export interface LiveAccess {
  /** Null for the owner's own page. */
  tokenId: string | null;
  accountId: string;
  grantId: string;
  vin: string;
  sourceVehicleId: string;
  vehicleName: string;
  vehicleId: string;
  signals: ReadonlySet<string> | 'all';
  /**
   * Period of the current link. Only values captured in it may be read. `until` is exclusive, and
   * `Number.MAX_SAFE_INTEGER` while the vehicle is linked.
   */
  from: number;
  until: number;
  /** End of the token, the access or the link, whichever is first. */
  endsAt: number;
}

export const isGranted = ({ signals }: Pick<LiveAccess, 'signals'>, name: string): boolean =>
  signals === 'all' || signals.has(name);

/**
 * Returns the signals of a list of VSS paths and branches, in its order; without a list, those of
 * the access.
 * @throws {ApiProblem} that names each path which is not in the catalogue
 */
export function requestedSignals(access: LiveAccess, list: string | undefined): Signal[] {
  if (list === undefined) return allSignals().filter(({ name }) => isGranted(access, name));
  const names = list.split(',');
  const found = names.map(signalsAt);
  const unknown = names.filter((_, index) => found[index]?.length === 0);
  if (unknown.length > 0)
    throw new ApiProblem('invalid-parameter', {
      detail: `Not in the catalogue: ${unknown.join(', ')}. GET …/signals lists the signals.`,
      errors: unknown.map((value) => ({ parameter: 'signals', problem: 'choice', value })),
    });
  return [...new Set(found.flat())];
}

function signalsAt(path: string): Signal[] {
  const signal = signalNamed(path);
  return signal ? [signal] : allSignals().filter(({ name }) => name.startsWith(`${path}.`));
}

/**
 * Returns the granted signals among the requested ones, for formats that cannot say per signal why
 * its values are missing.
 * @throws {ApiProblem} if a named signal is not granted, or none of a branch
 */
export function requireGranted(access: LiveAccess, list: string | undefined): Signal[] {
  const signals = requestedSignals(access, list);
  const granted = signals.filter(({ name }) => isGranted(access, name));
  const named = list?.split(',') ?? [];
  const notGranted = signals.filter(({ name }) => named.includes(name) && !isGranted(access, name));
  if (notGranted.length === 0 && granted.length > 0) return granted;
  const names = notGranted.length > 0 ? notGranted.map(({ name }) => name) : named;
  throw new ApiProblem('signal-not-granted', {
    errors: names.map((value) => ({ parameter: 'signals', problem: 'notGranted', value })),
  });
}
