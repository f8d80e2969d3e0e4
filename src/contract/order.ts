import * as z from 'zod/mini';
import { applicationStates } from '#machines/application.machine.ts';
import { clock } from './clock.ts';
import { storedFile } from './common.ts';
import { dataTypes, isPersonal } from './data-catalogue.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import {
  accepted,
  applicationNumber,
  country,
  date,
  email,
  files,
  instant,
  line,
  optionalLine,
  optionalText,
  phone,
  requiredFiles,
  revision,
  submissionId,
  text,
} from './fields.ts';
import { languageCodes } from './languages.ts';
import { publicApplyTypes, purposes, receptionMethods } from './options.ts';

const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';
const EXAMPLE_FILE = '00000000000000000000000000000000';

/** Who asks (specification §3, user application form). */
export const userInformation = z.strictObject({
  title: optionalLine(),
  lastName: line(),
  middleName: optionalLine(),
  firstName: line(),
  dateOfBirth: date(),
  phone: phone(),
  address: line(),
  postCode: line(),
  city: line(),
  country: country(),
});

/** Whom the data go to when not to the user: the third party of Art. 5. */
export const thirdParty = z.strictObject({
  name: line(),
  location: line(),
  materials: files(),
  agreement: requiredFiles(),
});

export const personalForm = z.strictObject({
  user: userInformation,
  vehicle: z.strictObject({ vehicleId: line(), proof: requiredFiles() }),
  purpose: z.enum(purposes),
  purposeDetails: optionalText(),
  /** Absent for personal use. */
  thirdParty: z.optional(thirdParty),
  userAgreementAccepted: accepted(),
});
export type PersonalForm = z.infer<typeof personalForm>;

const isRange = (value: { from: string; to: string }) =>
  Date.parse(value.from) < Date.parse(value.to);

const dataRequestFields = {
  from: instant(),
  /** Exclusive. */
  to: instant(),
  dataTypes: z.array(z.enum(dataTypes)).check(z.minLength(1), z.maxLength(dataTypes.length)),
  /** Masked: what identifies a person is hidden or coarsened. */
  masking: z.boolean(),
  contactEmail: email(),
  reportLanguage: z.enum(languageCodes),
  scope: optionalText(),
  /** The signed Data Sharing Agreement, where a third party receives the data. */
  agreement: files(),
  userAgreementAccepted: accepted(),
};
/** What a requester asks for once qualified. `from` is before `to`. */
export const dataRequestForm = z
  .strictObject(dataRequestFields)
  .check(z.refine(isRange, { path: ['to'] }));
export type DataRequestForm = z.infer<typeof dataRequestForm>;

/** What Art. 17(1) makes a public-sector body's request state. */
export const publicForm = z
  .strictObject({
    departmentName: line(),
    telephone: phone(),
    contactEmail: email(),
    type: z.enum(publicApplyTypes),
    /** The data that are needed (Art. 17(1)(a)). */
    dataRequest: text(),
    dataTypes: z.array(z.enum(dataTypes)).check(z.minLength(1), z.maxLength(dataTypes.length)),
    from: instant(),
    to: instant(),
    scope: text(),
    /** (b) */
    exceptionalNeed: text(),
    /** (c) purpose, intended use, duration */
    purpose: text(),
    useAndDuration: text(),
    /** (d) when the data are expected to be erased */
    erasure: text(),
    /** (e) why this data holder */
    holderReason: text(),
    /** (f) public bodies and third parties the data are to be passed on to */
    onwardRecipients: optionalText(),
    /** (g) technical and organisational safeguards */
    safeguards: text(),
    /** (h) the provision of law that assigns the task */
    legalProvision: text(),
    /** (i) by when the data are asked for */
    deadline: date(),
    receptionMethod: z.enum(receptionMethods),
    reportLanguage: z.enum(languageCodes),
    materials: requiredFiles(),
  })
  .check(z.refine(isRange, { path: ['to'] }));
export type PublicForm = z.infer<typeof publicForm>;

/** Outside an emergency a public-sector body may ask for non-personal data only (Art. 15(1)(b)). */
export function namesPersonalData(form: Pick<PublicForm, 'type' | 'dataTypes'>): boolean {
  return form.type !== 'publicEmergency' && form.dataTypes.some(isPersonal);
}

const historyEntry = z.object({
  revision: z.number(),
  /** ms since the epoch */
  at: z.number(),
  event: z.string(),
  /** Who acted, in words for the reader's eyes: requester, reviewer or clock. */
  role: z.enum(['requester', 'reviewer', 'clock']),
  /** State before; null for the filing. */
  from: z.nullable(z.enum(applicationStates)),
  to: z.enum(applicationStates),
  text: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const reportStatus = z.object({
  state: z.enum(['queued', 'generating', 'delivered', 'empty', 'failed', 'expired']),
  /** Why there is nothing, in the reader's language. */
  reason: z.nullable(z.string()),
  attempts: z.number(),
  updatedAt: z.number(),
  keptUntil: z.nullable(z.number()),
  /** Rows and bytes of a delivered report. */
  rows: z.nullable(z.number()),
  size: z.nullable(z.number()),
});
export type ReportStatus = z.infer<typeof reportStatus>;

/** A row of a list. The first six fields give `applicationSnapshot` all it needs. */
export const applicationSummary = z.object({
  state: z.enum(applicationStates),
  kind: z.enum(['personal', 'public']),
  /** Account id. */
  requester: z.string(),
  revision: z.number(),
  answerDueAt: z.nullable(z.number()),
  number: z.string(),
  /** Status code of the specification. */
  code: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** A purpose code for personal, the stated purpose for public. */
  purpose: z.string(),
  reportState: z.nullable(reportStatus.shape.state),
});
export type ApplicationSummary = z.infer<typeof applicationSummary>;

/** All a requester or reviewer sees of one application. */
export const applicationRecord = z.extend(applicationSummary, {
  personal: z.nullable(personalForm),
  public: z.nullable(publicForm),
  dataRequest: z.nullable(dataRequestForm),
  vehicle: z.nullable(z.object({ vehicleId: z.string(), vin: z.string(), name: z.string() })),
  /** Every file that was supplied, wherever a form names its id. */
  files: z.array(storedFile),
  /** What the reviewer asked for, while it is outstanding. */
  informationRequest: z.nullable(
    z.object({
      text: z.string(),
      /** The parts it is about, in the reader's language. */
      items: z.array(z.string()),
      dueAt: z.number(),
    }),
  ),
  supplements: z.array(z.object({ at: z.number(), text: z.string(), files: z.array(z.string()) })),
  history: z.array(historyEntry),
  clock,
  report: z.nullable(reportStatus),
});
export type ApplicationRecord = z.infer<typeof applicationRecord>;

/** What every change of an application answers. */
export const changed = z.object({ applicationNumber: z.string(), revision: z.number() });

const exampleUser = {
  lastName: 'Nowak',
  firstName: 'Anna',
  dateOfBirth: '1985-04-12',
  phone: '+48 600 100 200',
  address: 'ul. Długa 7',
  postCode: '31-147',
  city: 'Kraków',
  country: 'PL',
};

export const personQualificationReview = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/personQualificationReview',
  access: 'signedIn',
  summary: 'Files a customer’s application.',
  kind: 'json',
  input: z.strictObject({ submissionId: submissionId(), form: personalForm }),
  data: changed,
  example: {
    submissionId: '7b0c4a52-6d2b-4f7e-9a55-0d6f1f4a9c11',
    form: {
      user: exampleUser,
      vehicle: { vehicleId: 'demo-twizy', proof: [EXAMPLE_FILE] },
      purpose: 'ownInformation',
      userAgreementAccepted: true,
    },
  },
});

/** What is missing, supplied; for either stage. */
export const supplement = z.strictObject({
  applicationNumber: applicationNumber(),
  revision: revision(),
  text: text(),
  files: files(),
});
const exampleSupplement = {
  applicationNumber: EXAMPLE_NUMBER,
  revision: 2,
  text: 'The registration certificate is attached.',
  files: [EXAMPLE_FILE],
};

export const qualificationReviewSup = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/qualificationReviewSup',
  access: 'signedIn',
  summary: 'Supplies what was missing for the qualification review.',
  kind: 'json',
  input: supplement,
  data: changed,
  example: exampleSupplement,
});

export const personDataApplication = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/personDataApplication',
  access: 'signedIn',
  summary: 'Files the data request of a qualified application.',
  kind: 'json',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    revision: revision(),
    form: dataRequestForm,
  }),
  data: changed,
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    revision: 2,
    form: {
      from: '2026-10-01T00:00:00Z',
      to: '2026-11-01T00:00:00Z',
      dataTypes: ['battery', 'trips'],
      masking: false,
      contactEmail: 'owner@example.eu',
      reportLanguage: 'en',
      agreement: [],
      userAgreementAccepted: true,
    },
  },
});

export const personDataApplicationSup = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/personDataApplicationSup',
  access: 'signedIn',
  summary: 'Supplies what was missing for the review of the data request.',
  kind: 'json',
  input: supplement,
  data: changed,
  example: exampleSupplement,
});

/** Beside the specification's calls: the model of the agreement that a third party's use needs. */
export const agreementTemplate = fileEndpoint({
  method: 'POST',
  path: '/server/uc-client/common/agreementTemplate',
  access: 'signedIn',
  summary: 'The model of a Data Sharing Agreement, as a docx with what was typed filled in.',
  kind: 'json',
  input: z.strictObject({
    user: z.optional(
      z.strictObject({
        title: optionalLine(),
        firstName: optionalLine(),
        middleName: optionalLine(),
        lastName: optionalLine(),
        address: optionalLine(),
        postCode: optionalLine(),
        city: optionalLine(),
        country: z.optional(country()),
      }),
    ),
    vehicleId: optionalLine(),
    purpose: z.optional(z.enum(purposes)),
    purposeDetails: optionalText(),
    thirdParty: z.optional(z.strictObject({ name: optionalLine(), location: optionalLine() })),
  }),
  data: z.null(),
  example: {
    user: { firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
    purpose: 'insurance',
    thirdParty: { name: 'Insure SA', location: 'Lyon, France' },
  },
});

export const decisionLetter = fileEndpoint({
  method: 'GET',
  path: '/server/uc-client/order/decision',
  access: 'signedIn',
  summary: 'The written decision that ended an application, as a docx in its requester’s language.',
  kind: 'query',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.null(),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const applicationDetails = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/applicationDetails',
  access: 'signedIn',
  summary: 'One application of the account, whole.',
  kind: 'json',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: applicationRecord,
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const terminateOrder = endpoint({
  method: 'POST',
  path: '/server/uc-client/order/terminateOrder',
  access: 'signedIn',
  summary: 'Ends an application at its requester’s wish.',
  kind: 'json',
  input: z.strictObject({ applicationNumber: applicationNumber(), revision: revision() }),
  data: changed,
  example: { applicationNumber: EXAMPLE_NUMBER, revision: 0 },
});

export const publicApplication = endpoint({
  method: 'POST',
  path: '/server/uc-client/publicOrder/application',
  access: 'signedIn',
  summary: 'Files a public-sector body’s request (Art. 14 to 17).',
  kind: 'json',
  input: z.strictObject({ submissionId: submissionId(), form: publicForm }),
  data: changed,
  example: {
    submissionId: '0f9f35a5-98f5-4b5f-b6a8-0f9a7b1f2c33',
    form: {
      departmentName: 'Regional Road Safety Authority',
      telephone: '+32 2 123 45 67',
      contactEmail: 'authority@example.eu',
      type: 'publicInterestTask',
      dataRequest: 'Counts of emergency braking by road section.',
      dataTypes: ['battery'],
      from: '2026-01-01T00:00:00Z',
      to: '2026-07-01T00:00:00Z',
      scope: 'Vehicles registered in the region.',
      exceptionalNeed: 'No other source holds the data, and the market does not offer them.',
      purpose: 'Planning of charging stations.',
      useAndDuration: 'Statistical analysis over six months.',
      erasure: 'On 31 December 2027.',
      holderReason: 'The holder makes the vehicles concerned.',
      safeguards: 'Stored encrypted, access by two named officials.',
      legalProvision: 'Regional Mobility Act, section 4.',
      deadline: '2027-02-01',
      receptionMethod: 'portalDownload',
      reportLanguage: 'en',
      materials: [EXAMPLE_FILE],
    },
  },
});
