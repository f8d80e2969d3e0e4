import * as z from 'zod/mini';
import { applicationRecord } from './application-record.ts';
import { calls } from './calls.ts';
import { dataRequestForm } from './data-request-form.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  changedApplication,
  country,
  EXAMPLE_COMING_DAY,
  EXAMPLE_FILE,
  EXAMPLE_NUMBER,
  files,
  optionalLine,
  optionalText,
  revision,
  submissionId,
} from './fields.ts';
import { purposes } from './options.ts';
import { personalForm } from './personal-form.ts';
import { publicForm } from './public-form.ts';

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

export const personQualificationReview = endpoint(calls.personQualificationReview, {
  access: 'signedIn',
  errors: ['vehicleNotLinked', 'unknownFile'],
  summary: 'Files a customer’s application.',
  input: z.strictObject({ submissionId: submissionId(), form: personalForm }),
  data: changedApplication,
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

export const supplement = z.strictObject({
  applicationNumber: applicationNumber(),
  revision: revision(),
  /** Optional if a file was asked for or an answer is corrected. */
  text: optionalText(),
  files: files(),
  /** Complete form with the corrected answers. Vehicle, recipient and files must not change. */
  personal: z.optional(personalForm),
  public: z.optional(publicForm),
  dataRequest: z.optional(dataRequestForm),
});
const exampleSupplement = {
  applicationNumber: EXAMPLE_NUMBER,
  revision: 2,
  text: 'The registration certificate is attached.',
  files: [EXAMPLE_FILE],
};

export const qualificationReviewSup = endpoint(calls.qualificationReviewSup, {
  access: 'signedIn',
  errors: ['notFound', 'unknownFile', 'outdated', 'notAllowedNow', 'answerTooLate'],
  summary: 'Supplies missing information for the qualification review.',
  input: supplement,
  data: changedApplication,
  example: exampleSupplement,
});

export const personDataApplication = endpoint(calls.personDataApplication, {
  access: 'signedIn',
  errors: [
    'notFound',
    'vehicleNotLinked',
    'agreementMissing',
    'unknownFile',
    'outdated',
    'notAllowedNow',
    'answerTooLate',
  ],
  summary: 'Files the data request of a qualified application.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    revision: revision(),
    form: dataRequestForm,
  }),
  data: changedApplication,
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
    },
  },
});

export const personDataApplicationSup = endpoint(calls.personDataApplicationSup, {
  access: 'signedIn',
  errors: [
    'notFound',
    'personalDataNotAllowed',
    'unknownFile',
    'outdated',
    'notAllowedNow',
    'answerTooLate',
  ],
  summary: 'Supplies missing information for the review of the data request.',
  input: supplement,
  data: changedApplication,
  example: exampleSupplement,
});

export const decisionLetter = fileEndpoint(calls.decisionLetter, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'The written decision on an ended application, as docx in its requester’s language.',
  ...applicationNumberInput,
});

export const applicationDetails = endpoint(calls.applicationDetails, {
  access: 'signedIn',
  errors: ['notFound'],
  summary: 'An application of the account.',
  ...applicationNumberInput,
  data: applicationRecord,
});

export const terminateOrder = endpoint(calls.terminateOrder, {
  access: 'signedIn',
  errors: ['notFound', 'outdated', 'notAllowedNow'],
  summary: 'Terminates an application for its requester.',
  input: z.strictObject({ applicationNumber: applicationNumber(), revision: revision() }),
  data: changedApplication,
  example: { applicationNumber: EXAMPLE_NUMBER, revision: 0 },
});

export const publicApplication = endpoint(calls.publicApplication, {
  access: 'signedIn',
  errors: ['personalDataNotAllowed', 'unknownFile'],
  summary: 'Files a public-sector body’s request (Art. 14 to 17).',
  input: z.strictObject({ submissionId: submissionId(), form: publicForm }),
  data: changedApplication,
  example: {
    submissionId: '0f9f35a5-98f5-4b5f-b6a8-0f9a7b1f2c33',
    form: {
      departmentName: 'Regional Road Safety Authority',
      telephone: '+32 2 123 45 67',
      contactEmail: 'authority@example.eu',
      type: 'publicInterestTask',
      dataRequest: 'Counts of charging sessions by road section.',
      dataTypes: ['battery'],
      from: '2026-01-01T00:00:00Z',
      to: '2026-07-01T00:00:00Z',
      scope: 'Vehicles registered in the region.',
      granularity: 'Counts by road section and month, delivered once.',
      exceptionalNeed: 'No other source holds the data, and the market does not offer them.',
      purpose: 'Planning of charging stations.',
      useAndDuration: 'Statistical analysis over six months.',
      erasure: 'On 31 December 2027.',
      holderReason: 'The holder makes the vehicles concerned.',
      safeguards: 'Stored encrypted, access by two named officials.',
      legalProvision: 'Regional Mobility Act, section 4.',
      penalties: 'Fines under section 9 of the Data Act Implementation Act.',
      dataCoordinator: 'Sent to the national data coordinator on 2 November 2026.',
      publication: 'In the data coordinator’s register, no. 2026-41.',
      deadline: EXAMPLE_COMING_DAY,
      receptionMethod: 'portalDownload',
      reportLanguage: 'en',
      materials: [EXAMPLE_FILE],
      userAgreementAccepted: true,
    },
  },
});

export const agreementTemplate = fileEndpoint(calls.agreementTemplate, {
  access: 'signedIn',
  errors: ['vehicleNotLinked'],
  summary: 'Template of a Data Sharing Agreement, as docx with the given values.',
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
  example: {
    user: { firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
    purpose: 'insurance',
    thirdParty: { name: 'Insure SA', location: 'Lyon, France' },
  },
});
