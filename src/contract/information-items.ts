import type { ApplicationKind } from '#machines/application.machine.ts';
import type { FieldProblem } from './envelope.ts';

/** Items that a reviewer can ask for. `answers` are the fields or parts of the form in question. */
export const informationItems = {
  userInformation: { kind: 'personal', stages: ['qualification'], answers: ['user'] },
  vehicleProof: { kind: 'personal', stages: ['qualification'], answers: ['vehicle.proof'] },
  purpose: {
    kind: 'personal',
    stages: ['qualification'],
    answers: ['purpose', 'purposeDetails'],
  },
  thirdParty: { kind: 'personal', stages: ['qualification'], answers: ['thirdParty'] },
  agreement: {
    kind: 'personal',
    stages: ['qualification', 'dataRequest'],
    answers: ['thirdParty.agreement', 'agreement'],
  },
  dataPeriod: { kind: 'personal', stages: ['dataRequest'], answers: ['from', 'to'] },
  dataTypes: { kind: 'personal', stages: ['dataRequest'], answers: ['dataTypes'] },
  exceptionalNeed: { kind: 'public', stages: ['dataRequest'], answers: ['exceptionalNeed'] },
  scope: {
    kind: 'public',
    stages: ['dataRequest'],
    answers: ['dataRequest', 'from', 'to', 'scope'],
  },
  safeguards: { kind: 'public', stages: ['dataRequest'], answers: ['safeguards'] },
  legalProvision: { kind: 'public', stages: ['dataRequest'], answers: ['legalProvision'] },
  materials: { kind: 'public', stages: ['dataRequest'], answers: ['materials'] },
} as const satisfies Record<
  string,
  { kind: ApplicationKind; stages: readonly string[]; answers: readonly string[] }
>;

export type InformationItem = keyof typeof informationItems;

export const informationItemCodes = Object.keys(informationItems) as [
  InformationItem,
  ...InformationItem[],
];

const fileItems: readonly string[] = [
  'vehicleProof',
  'agreement',
  'materials',
] satisfies InformationItem[];

export function itemsToAskFor(kind: ApplicationKind, state: string): InformationItem[] {
  return informationItemCodes.filter((code) => {
    const item = informationItems[code];
    return item.kind === kind && item.stages.some((stage) => state.startsWith(`${stage}.`));
  });
}

export function answersInQuestion(items: readonly string[]): string[] {
  return informationItemCodes
    .filter((code) => items.includes(code))
    .flatMap((code) => informationItems[code].answers);
}

export function missingAnswers(
  { text, files, isCorrected }: { text?: string; files: readonly string[]; isCorrected: boolean },
  items: readonly string[],
): FieldProblem[] {
  if (items.some((item) => fileItems.includes(item)))
    return files.length > 0 ? [] : [{ field: 'files', problem: 'required' }];
  return text || isCorrected ? [] : [{ field: 'text', problem: 'required' }];
}
