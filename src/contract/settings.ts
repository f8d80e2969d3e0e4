import * as z from 'zod/mini';
import { languageCodes } from './languages.ts';
import { MAX_SET_DAYS } from './limits.ts';

const DAY = 24 * 60 * 60 * 1000;

const days = (fallback: number) =>
  z.pipe(
    z._default(z.coerce.number().check(z.minimum(1), z.maximum(MAX_SET_DAYS)), fallback),
    z.transform((count: number) => count * DAY),
  );

/** A setting with its documentation. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

/** Settings of the portal's subjects, by environment variable; those of the platform stand there. */
export const subjectSettings = {
  HOLDER_NAME: described(
    z._default(z.string(), 'Example Motors'),
    'Name of the data holder, as pages and mails show it.',
  ),
  CONTACT_MAILBOX: described(
    z._default(z.email(), 'data-access@example.eu'),
    'Where other entities send their requests.',
  ),
  DESK_MAILBOX: described(
    z.optional(z.email()),
    'Where the desk is told that a requester acted; nobody is mailed when unset.',
  ),
  DESK_LANGUAGE: described(
    z._default(z.enum(languageCodes), 'en'),
    'Language of the mails to the mailboxes of the desk and of the authority.',
  ),
  AUTHORITY_MAILBOX: described(
    z.optional(z.email()),
    'Competent authority, which is notified of refusals on the ground of trade secrets (Art. 4(8), 5(11)); nobody is mailed when unset.',
  ),
  VEHICLE_BACKEND_URL: described(
    z.optional(z.url()),
    'The car maker’s back end for vehicles and their data; imported tables when unset.',
  ),
  ANSWER_DAYS: described(days(30), 'Days a requester has for a data request.'),
  REPORT_DAYS: described(days(30), 'Days a report can be downloaded.'),
  REMIND_DAYS: described(days(3), 'Days before a date at which whose turn it is gets a reminder.'),
  RECORD_DAYS: described(
    days(1095),
    'Days that an application which has ended is kept with its history, mails and files before it is erased.',
  ),
  SERVICE_GOAL_DAYS: described(
    days(20),
    'Days within which the desk means to deal with a customer’s application, the requester’s turns not counted.',
  ),
  PUBLIC_CHARTS: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: the machines’ diagrams at `/charts`, without any figures, are open to everybody.',
  ),
};
