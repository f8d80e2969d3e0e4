import type { MessageDescriptor } from '@lingui/core';
import { customerLevels, type MaskingLevel, publicLevels } from '#contract/data-types.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import {
  type PublicApplyType,
  publicApplyTypes,
  purposes,
  receptionMethods,
  titles,
} from '#contract/options.ts';
import { msg } from '#lib/words/msg.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import { countries, wordsOf } from '#server/platform/words/words.ts';

type Purpose = (typeof purposes)[number];
type Words<Code extends string> = Record<Code, MessageDescriptor>;

export const options: {
  purposes: Words<Purpose>;
  titles: Words<(typeof titles)[number]>;
  receptionMethods: Words<(typeof receptionMethods)[number]>;
  maskingLevels: Words<MaskingLevel>;
  maskingEffects: Words<MaskingLevel>;
  publicApplyTypes: Words<PublicApplyType>;
  /** Texts without the articles of law, which are in the machine's table. */
  refusalGrounds: Words<RefusalGround>;
} = {
  purposes: {
    ownInformation: msg`Information for myself`,
    repairAndMaintenance: msg`Repair and maintenance`,
    insurance: msg`Insurance`,
    resaleValuation: msg`Valuation for resale`,
    fleetManagement: msg`Fleet management`,
    research: msg`Research`,
    other: msg`Other purpose`,
  },
  titles: { ms: msg`Ms`, mr: msg`Mr`, mx: msg`Mx`, dr: msg`Dr` },
  receptionMethods: { portalDownload: msg`Download from this portal` },
  maskingLevels: {
    drives: msg`Without dates`,
    strict: msg`Without dates, times of day and places`,
    dated: msg`With true dates and times, in a public emergency only`,
  },
  maskingEffects: {
    drives: msg`Each drive is shown on an invented day, in random sequence. Places are shown to 5 km, without those near its start and end and rare ones; speeds, temperatures and charge are shown in steps. This protects against people who know the dates of your drives. Times of day are kept, so that the sequence of the drives of a day can be guessed, and two files with the same drives can be recognised as belonging together.`,
    strict: msg`This also protects against people who know where you live or when you usually drive, but routes cannot be evaluated. Two files with the same drives can still be recognised as belonging together.`,
    dated: msg`Places are shown to 5 km, without those near the beginning and end of drives and rare ones, and values in steps, but whoever knows when a vehicle was driven can tell whose data these are.`,
  },
  publicApplyTypes: {
    publicEmergency: msg`Response to a public emergency (Art. 15(1)(a))`,
    publicInterestTask: msg`Task in the public interest laid down by law (Art. 15(1)(b))`,
  },
  refusalGrounds: {
    userNotIdentified: msg`It could not be verified that the requester is the user of the connected product.`,
    safetyRequirements: msg`The contract with the user restricts the access, because it could undermine security requirements of the connected product laid down by Union or national law, with a serious adverse effect on the health, safety or security of natural persons.`,
    tradeSecrets: msg`The data are trade secrets, and serious economic damage from their disclosure is highly likely despite protective measures.`,
    personalDataOfOthers: msg`The data are personal data of somebody else, and no valid legal basis for making them available was shown.`,
    gatekeeper: msg`The third party is a gatekeeper under Regulation (EU) 2022/1925 and may not receive the data.`,
    notRequestedByUser: msg`The request was made neither by the user nor by a party acting on the user’s behalf.`,
    dataNotControlled: msg`The data holder does not have control over the data requested.`,
    alreadyProvided: msg`A similar request for the same purpose was submitted before by another public sector body, and the data holder has not been notified that those data were erased.`,
    conditionsNotMet: msg`The request does not meet the conditions of Article 17(1) and (2).`,
  },
};

/** Label of a customer's purpose; null for the own words of a public-sector body. */
export const purposeWords = (code: string): MessageDescriptor | null =>
  Object.hasOwn(options.purposes, code) ? options.purposes[code as Purpose] : null;

export function formOptions(language: Language): DataOf<typeof endpoints.options> {
  const translate = wordsOf(language);
  const level = (code: MaskingLevel) => ({
    code,
    label: translate(options.maskingLevels[code]),
    description: translate(options.maskingEffects[code]),
  });
  return {
    purposes: worded(purposes, (code) => translate(options.purposes[code])),
    titles: worded(titles, (code) => translate(options.titles[code])),
    countries: countries(language),
    reportLanguages: worded(languageCodes, (code) => languages[code]),
    maskingLevels: customerLevels.map(level),
    publicMaskingLevels: publicLevels.map(level),
    receptionMethods: worded(receptionMethods, (code) => translate(options.receptionMethods[code])),
  };
}

export function applyTypes(language: Language) {
  const translate = wordsOf(language);
  return worded(publicApplyTypes, (code) => translate(options.publicApplyTypes[code]));
}

function worded<Code extends string>(codes: readonly Code[], label: (code: Code) => string) {
  return codes.map((code) => ({ code, label: label(code) }));
}
