import type { ApplicationKind } from '#machines/application.machine.ts';

export const informationItems = {
  userInformation: { kind: 'personal', stages: ['qualification'] },
  vehicleProof: { kind: 'personal', stages: ['qualification'] },
  purpose: { kind: 'personal', stages: ['qualification'] },
  thirdParty: { kind: 'personal', stages: ['qualification'] },
  agreement: { kind: 'personal', stages: ['qualification', 'dataRequest'] },
  dataPeriod: { kind: 'personal', stages: ['dataRequest'] },
  dataTypes: { kind: 'personal', stages: ['dataRequest'] },
  exceptionalNeed: { kind: 'public', stages: ['dataRequest'] },
  scope: { kind: 'public', stages: ['dataRequest'] },
  safeguards: { kind: 'public', stages: ['dataRequest'] },
  legalProvision: { kind: 'public', stages: ['dataRequest'] },
  materials: { kind: 'public', stages: ['dataRequest'] },
} as const satisfies Record<string, { kind: ApplicationKind; stages: readonly string[] }>;

export type InformationItem = keyof typeof informationItems;

export const informationItemCodes = Object.keys(informationItems) as [
  InformationItem,
  ...InformationItem[],
];

export function itemsToAskFor(kind: ApplicationKind, state: string): InformationItem[] {
  return informationItemCodes.filter((code) => {
    const item = informationItems[code];
    return item.kind === kind && item.stages.some((stage) => state.startsWith(`${stage}.`));
  });
}
