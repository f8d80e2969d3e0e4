import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, code, codeSent, EXAMPLE_NUMBER, noData } from './fields.ts';

/** Beside the specification's calls: no password goes to an address that nobody has confirmed. */
export const sendContactCode = endpoint({
  ...calls.sendContactCode,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'tooSoon'],
  summary: 'Mails a code to the contact address of an application that is not confirmed yet.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: codeSent,
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const confirmContact = endpoint({
  ...calls.confirmContact,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'wrongCode', 'expiredCode'],
  summary: 'Confirms the contact address by the code; passwords of reports go there from then on.',
  input: z.strictObject({ applicationNumber: applicationNumber(), code: code() }),
  data: noData,
  example: { applicationNumber: EXAMPLE_NUMBER, code: '123456' },
});
