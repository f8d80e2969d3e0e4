export const purposes = [
  'ownInformation',
  'repairAndMaintenance',
  'insurance',
  'resaleValuation',
  'fleetManagement',
  'research',
  'other',
] as const;

export const titles = ['ms', 'mr', 'mx', 'dr'] as const;

export const receptionMethods = ['portalDownload'] as const;

/** Ground of exceptional need (Art. 15(1)): (a) public emergency, (b) a task in the public interest. */
export const publicApplyTypes = ['publicEmergency', 'publicInterestTask'] as const;
export type PublicApplyType = (typeof publicApplyTypes)[number];
