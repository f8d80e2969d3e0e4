import { isPersonal, signalsOf } from '#contract/data-catalogue.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { FileUsage } from '#contract/files.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { type Answers, file } from './stub-calls.ts';

export const viewCounts: CallData<'deskViewCounts'> = {
  standard: {
    holder: 34,
    mine: 6,
    unassigned: 14,
    overdue: 5,
    public: 3,
    opinion: 0,
    watched: 1,
    requester: 17,
    ended: 352,
    all: 12_345,
  },
  saved: [],
};

const labels = (words: Record<string, string>) =>
  Object.entries(words).map(([code, label]) => ({ code, label }));

/** Labels of the data types. */
export const dataTypeLabels: Record<(typeof dataTypes)[number], string> = {
  identity: 'Vehicle identity',
  status: 'Vehicle status',
  battery: 'Battery and charging',
  trips: 'Trips and usage',
  location: 'Location',
  diagnostics: 'Diagnostics and service',
  driver: 'Driver interaction',
  events: 'Events',
  connectivity: 'Connectivity',
};

const refusalGroundCodes = Object.keys(refusalGrounds) as RefusalGround[];
export const groundLabels: Record<RefusalGround, string> = {
  userNotIdentified: 'The user is not identified',
  safetyRequirements: 'Safety requirements',
  tradeSecrets: 'Trade secrets',
  personalDataOfOthers: 'Personal data of others',
  gatekeeper: 'The third party is a gatekeeper',
  notRequestedByUser: 'Not requested by the user',
  dataNotControlled: 'The data are not controlled',
  alreadyProvided: 'The data were already provided',
  conditionsNotMet: 'The conditions are not met',
};

/** File ids by usage. */
export const fileIdOf: Record<FileUsage, string> = {
  vehicleProof: '1'.repeat(32),
  thirdPartyMaterial: '2'.repeat(32),
  agreement: '3'.repeat(32),
  supplement: '4'.repeat(32),
  publicMaterial: '5'.repeat(32),
};
const stored = ({ usage }: { usage: FileUsage }) => ({
  fileId: fileIdOf[usage],
  name: 'stored',
  size: 7,
  usage,
  marks: [],
});

/** Vehicle without known model, year and body type. */
export const shownCar: CallData<'ownVehicle'> = {
  vehicleId: 'car-1',
  vin: 'VF1AAAAA000000001',
  name: 'Twizy',
  model: null,
  year: null,
  bodyType: null,
  colour: null,
  odometer: null,
  span: null,
};

/** Answers to the calls that most pages make. */
export const commonAnswers: Answers = {
  config: {
    mode: 'production',
    holderName: 'Example Motors',
    contactMailbox: 'data@example-motors.eu',
    mailbox: null,
    publicCharts: false,
    companySignIn: false,
    demoAccounts: [],
  },
  options: {
    purposes: labels({
      ownInformation: 'Own information',
      repairAndMaintenance: 'Repair and maintenance',
      insurance: 'Insurance',
      resaleValuation: 'Valuation for resale',
      fleetManagement: 'Fleet management',
      research: 'Research',
      other: 'Another purpose',
    }),
    titles: labels({ ms: 'Ms', mr: 'Mr', mx: 'Mx', dr: 'Dr' }),
    countries: labels({ PL: 'Poland', BE: 'Belgium' }),
    reportLanguages: labels({ en: 'English', pl: 'Polish' }),
    maskingLevels: [
      { code: 'drives', label: 'Without dates', description: 'Each drive has an invented day.' },
      { code: 'strict', label: 'Without dates and places', description: 'No routes.' },
    ],
    publicMaskingLevels: [
      { code: 'drives', label: 'Without dates', description: 'Each drive has an invented day.' },
      { code: 'dated', label: 'With true dates', description: 'The days of the drives are true.' },
    ],
    receptionMethods: labels({ portalDownload: 'Download from the portal' }),
  },
  publicApplyType: [
    { code: 'publicEmergency', label: 'Public emergency (Art. 15(1)(a))' },
    { code: 'publicInterestTask', label: 'Task in the public interest (Art. 15(1)(b))' },
  ],
  dataTypeOptions: dataTypes.map((type) => ({
    type,
    label: dataTypeLabels[type],
    personal: isPersonal(type),
    signals: signalsOf(type).map(({ name, unit, personal }) => ({ name, unit, personal })),
  })),
  dataCoverage: ({ from }) => ({
    entitled: [{ from: 0, until: null }],
    span: null,
    types: from
      ? dataTypes.map((type) => ({
          type,
          rows: 3,
          leastRows: 3,
          first: Date.parse('2026-10-02T08:00:00Z'),
          last: Date.parse('2026-10-30T08:00:00Z'),
          gaps: { count: 0, longest: 0, beyond: 86_400_000 },
          days: null,
          periods: [
            { first: Date.parse('2026-10-02T08:00:00Z'), last: Date.parse('2026-10-30T08:00:00Z') },
          ],
          bytes: 64,
          signals: signalsOf(type).map(({ name }) => ({ name, values: 3 })),
        }))
      : null,
  }),
  reportPreview: null,
  ownVehicle: ({ vehicleId }) => ({ ...shownCar, vehicleId }),
  draftRead: null,
  draftSave: ({ revision }) => ({ revision: revision + 1 }),
  draftForget: null,
  personUploadCert: stored,
  publicUploadCert: stored,
  // The case page shows the first file.
  file: file('x', 'shown.pdf'),
  staffList: [],
  deskViews: [],
  deskViewCounts: viewCounts,
  deskPresence: { others: [], revision: 0, assignee: null, recorded: 0 },
  deskGrounds: refusalGroundCodes.map((code) => ({
    code,
    kind: refusalGrounds[code].kind,
    only: 'only' in refusalGrounds[code] ? ('thirdParty' as const) : null,
    article: refusalGrounds[code].provisions
      .map(({ article, paragraph }) => `Article ${article}(${paragraph})`)
      .join(' and '),
    label: groundLabels[code],
  })),
  deskInformationItems: [
    { code: 'vehicleProof', label: 'Vehicle proof', wording: 'Prosimy o dowód rejestracyjny.' },
    { code: 'purpose', label: 'Purpose', wording: 'Prosimy o podanie celu.' },
  ],
  deskTemplateTexts: [],
  deskReportPreview: {
    vehicles: 1,
    isMasked: false,
    types: [
      {
        type: 'battery',
        label: 'Battery and charging',
        rows: 5,
        days: null,
        longestGap: null,
        signals: [],
      },
    ],
  },
  deskModels: [
    { model: 'Lumo', vehicles: 2 },
    { model: 'Vesta', vehicles: 1 },
  ],
};
