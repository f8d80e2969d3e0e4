import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: 'Information for myself',
    repairAndMaintenance: 'Repair and maintenance',
    insurance: 'Insurance',
    resaleValuation: 'Valuation for resale',
    fleetManagement: 'Fleet management',
    research: 'Research',
    other: 'Other purpose',
  },
  titles: { ms: 'Ms', mr: 'Mr', mx: 'Mx', dr: 'Dr' },
  receptionMethods: {
    portalDownload: 'Download from this portal',
    securePostal: 'Data carrier by registered post',
    apiTransfer: 'Transfer to an interface of the body',
  },
  publicApplyTypes: {
    publicEmergency: 'Response to a public emergency (Art. 15(1)(a))',
    publicInterestTask: 'Task in the public interest laid down by law (Art. 15(1)(b))',
  },
  refusalGrounds: {
    userNotIdentified:
      'It could not be verified that the requester is the user of the connected product.',
    safetyRequirements:
      'Access could undermine security requirements of the connected product laid down by law, with a serious adverse effect on the health, safety or security of persons.',
    tradeSecrets:
      'The data are trade secrets, and serious economic damage from their disclosure is highly likely despite protective measures.',
    personalDataOfOthers:
      'The data are personal data of somebody else, and no valid legal basis for making them available was shown.',
    gatekeeper:
      'The third party is a gatekeeper under Regulation (EU) 2022/1925 and may not receive the data.',
    notRequestedByUser:
      'The request was made neither by the user nor by a party acting on the user’s behalf.',
    dataNotControlled: 'The data holder does not have control over the data requested.',
    alreadyProvided:
      'A similar request for the same purpose was submitted before by another public sector body, and the data holder has not been notified that those data were erased.',
    conditionsNotMet: 'The request does not meet the conditions of Article 17(1) and (2).',
  },
};
