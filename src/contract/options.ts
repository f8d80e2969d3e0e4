/** Codes a requester picks from; their words are in the catalogs of each language. */
export const purposes = [
  'ownInformation',
  'repairAndMaintenance',
  'insurance',
  'resaleValuation',
  'fleetManagement',
  'research',
  'other',
] as const;

/** Salutations. */
export const titles = ['ms', 'mr', 'mx', 'dr'] as const;

/** Ways in which a public-sector body gets the data: those that happen, and those once offered. */
export const receptionMethods = ['portalDownload'] as const;
export const formerReceptionMethods = ['securePostal', 'apiTransfer'] as const;

/** Ground of exceptional need (Art. 15(1)): (a) public emergency, (b) a task in the public interest. */
export const publicApplyTypes = ['publicEmergency', 'publicInterestTask'] as const;
export type PublicApplyType = (typeof publicApplyTypes)[number];
