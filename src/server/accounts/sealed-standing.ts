import type { SealedTable } from '#server/platform/store/sealed-table.ts';
import { sealedLinks } from '#server/vehicles/sealed-links.ts';
import { sealedFactors } from '#server/workflow/sign-in/sealed-factors.ts';

/** Contents that say who comes in, and which vehicles' data an address is entitled to. */
export const sealedStanding: readonly SealedTable[] = [sealedFactors, sealedLinks];
