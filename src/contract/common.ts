import * as z from 'zod/mini';
import { dataTypes } from './data-catalogue.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, fileId, instant, nothing } from './fields.ts';
import { languageCodes } from './languages.ts';
import { publicApplyTypes } from './options.ts';

/** A code with its words in the reader's language. */
const option = z.object({ code: z.string(), label: z.string() });

const policy = z.object({
  title: z.string(),
  updatedOn: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});
export type Policy = z.infer<typeof policy>;

export const agreement = endpoint({
  method: 'POST',
  path: '/server/uc-client/common/agreement',
  access: 'anyone',
  summary: 'The privacy policy (`SendCaptcha`) or the cookie policy (`Cookie`).',
  kind: 'json',
  input: z.strictObject({ type: z.enum(['SendCaptcha', 'Cookie']) }),
  data: policy,
  example: { type: 'SendCaptcha' },
});

export const config = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/config',
  access: 'anyone',
  summary: 'What pages need to know of this installation.',
  kind: 'query',
  input: nothing,
  data: z.object({
    mode: z.enum(['demonstration', 'production']),
    holderName: z.string(),
    /** Where other entities write to. */
    contactMailbox: z.string(),
    /** Address of the local mailbox page; null when mail leaves by SMTP. */
    mailbox: z.nullable(z.string()),
    /** Addresses to try the portal with; none in production. */
    /** Whether anybody may see the machines' diagrams, which hold no figures. */
    publicCharts: z.boolean(),
    demoAccounts: z.array(z.object({ role: z.string(), email: z.string() })),
  }),
  example: {},
});

export const cookieList = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/cookieList',
  access: 'anyone',
  summary: 'The cookies this site sets, with purpose, category and lifetime.',
  kind: 'query',
  input: nothing,
  data: z.array(
    z.object({
      name: z.string(),
      category: z.enum(['necessary', 'functional']),
      purpose: z.string(),
      /** Seconds. */
      lifetime: z.number(),
    }),
  ),
  example: {},
});

export const cookieRecord = endpoint({
  method: 'POST',
  path: '/server/uc-client/common/cookieRecord',
  access: 'anyone',
  summary: 'Records a visitor’s cookie choice.',
  kind: 'json',
  input: z.strictObject({ functional: z.boolean() }),
  data: z.object({
    /** Id of the record, kept in the consent cookie. */
    recordId: z.string(),
    recordedAt: z.number(),
  }),
  example: { functional: true },
});

export const dataTypeOptions = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/dataTypeOptions',
  access: 'signedIn',
  summary: 'Categories of vehicle data, and whether a vehicle has any in a range.',
  kind: 'query',
  input: z.strictObject({
    vehicleId: z.optional(z.string()),
    from: z.optional(instant()),
    to: z.optional(instant()),
  }),
  data: z.array(
    z.object({
      type: z.enum(dataTypes),
      label: z.string(),
      personal: z.boolean(),
      /** Null when no vehicle and range was asked for. */
      rows: z.nullable(z.number()),
      signals: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          personal: z.boolean(),
          /** Values in the range; null when none was asked for. */
          values: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  example: {},
});

export const language = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/language',
  access: 'anyone',
  summary: 'The languages of the interface.',
  kind: 'query',
  input: nothing,
  data: z.array(z.object({ code: z.enum(languageCodes), name: z.string() })),
  example: {},
});

export const options = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/options',
  access: 'anyone',
  summary: 'What the forms offer to choose from, in the reader’s language.',
  kind: 'query',
  input: nothing,
  data: z.object({
    purposes: z.array(option),
    titles: z.array(option),
    countries: z.array(option),
    reportLanguages: z.array(option),
    receptionMethods: z.array(option),
  }),
  example: {},
});

export const publicApplyType = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/publicApplyType',
  access: 'anyone',
  summary: 'The kinds of exceptional need a public-sector body may state (Art. 15(1)).',
  kind: 'query',
  input: nothing,
  data: z.array(z.object({ code: z.enum(publicApplyTypes), label: z.string() })),
  example: {},
});

/** What an uploaded file is for. */
export const fileUsages = [
  'vehicleProof',
  'thirdPartyMaterial',
  'agreement',
  'supplement',
  'publicMaterial',
] as const;
export type FileUsage = (typeof fileUsages)[number];

/** A stored file as it is shown. */
export const storedFile = z.object({
  fileId: fileId(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  usage: z.enum(fileUsages),
});
export type StoredFile = z.infer<typeof storedFile>;

export const personUploadCert = endpoint({
  method: 'POST',
  path: '/server/uc-client/common/personUploadCert',
  access: 'signedIn',
  summary: 'Stores one file of a customer, sent as the part `file` after the fields.',
  kind: 'multipart',
  input: z.strictObject({
    usage: z.enum(['vehicleProof', 'thirdPartyMaterial', 'agreement', 'supplement']),
  }),
  data: storedFile,
  example: { usage: 'vehicleProof' },
});

export const publicUploadCert = endpoint({
  method: 'POST',
  path: '/server/uc-client/common/publicUploadCert',
  access: 'signedIn',
  summary: 'Stores one file of a public-sector body, sent as the part `file` after the fields.',
  kind: 'multipart',
  input: z.strictObject({ usage: z.enum(['publicMaterial', 'supplement']) }),
  data: storedFile,
  example: { usage: 'publicMaterial' },
});

/** Beside the specification's calls: what was uploaded can be fetched again. */
export const file = fileEndpoint({
  method: 'GET',
  path: '/server/uc-client/common/file',
  access: 'signedIn',
  summary: 'An uploaded file, as an attachment, for its owner and for reviewers.',
  kind: 'query',
  input: z.strictObject({ fileId: fileId() }),
  data: z.null(),
  example: { fileId: '00000000000000000000000000000000' },
});

const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';

export const regenerateReport = endpoint({
  method: 'GET',
  path: '/server/uc-client/common/regenerateReport',
  access: 'signedIn',
  summary: 'Queues the report of an approved application again.',
  kind: 'query',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.null(),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const report = fileEndpoint({
  method: 'GET',
  path: '/server/uc-client/common/report',
  access: 'signedIn',
  summary: 'The encrypted workbook of an approved application, for its requester.',
  kind: 'query',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.null(),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const greeting = endpoint({
  method: 'GET',
  path: '/server/uc-client/greeting',
  access: 'anyone',
  summary: 'Says that the service is there, with the time it has.',
  kind: 'query',
  input: nothing,
  data: z.object({ greeting: z.string(), now: z.number() }),
  example: {},
});
