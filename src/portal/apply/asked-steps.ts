import type { OwnVehicles } from '#contract/user-info.ts';
import { applySteps } from '#portal/addresses.ts';

export const OWN_INFORMATION = 'ownInformation';

/** Answers that a draft of an earlier release may lack. */
export interface ChosenPurpose {
  vehicle?: { vehicleId?: string };
  use?: string;
  purpose?: string;
  purposeDetails?: string;
}

/**
 * Returns the user for whom the account acts with the chosen vehicle or, while none is chosen, with
 * all vehicles. Null if the account is itself the user of one of them.
 */
export function representedUser(vehicles: OwnVehicles, vehicleId = ''): string | null {
  const chosen = vehicles.filter((vehicle) => vehicle.vehicleId === vehicleId);
  const users = (chosen.length > 0 ? chosen : vehicles).map(({ onBehalfOf }) => onBehalfOf);
  return users.includes(null) ? null : (users[0] ?? null);
}

export function chosenUse({ use = '', vehicle }: ChosenPurpose, vehicles: OwnVehicles): string {
  return representedUser(vehicles, vehicle?.vehicleId) === null ? use : 'thirdParty';
}

/**
 * Returns the pages of the form. Skips the page about purpose and use, unless it is `here`, while
 * both have their proposed values (own information, own use), which the summary shows.
 */
export function askedSteps(
  values: ChosenPurpose,
  vehicles: OwnVehicles,
  here: string | undefined,
): readonly string[] {
  const isProposed =
    chosenUse(values, vehicles) === 'personal' &&
    values.purpose === OWN_INFORMATION &&
    !values.purposeDetails;
  return isProposed && here !== 'purpose'
    ? applySteps.filter((step) => step !== 'purpose')
    : applySteps;
}
