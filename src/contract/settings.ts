import * as z from 'zod/mini';
import { approvalKinds } from './four-eyes.ts';
import { languageCodes } from './languages.ts';
import { MAX_SET_DAYS, USUAL_ANSWER_DAYS } from './limits.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time of at least one `unit`, as ms. */
export const time = (unit: number, fallback: number) =>
  z.pipe(
    z._default(
      z.coerce.number().check(z.minimum(1), z.maximum((MAX_SET_DAYS * DAY) / unit)),
      fallback,
    ),
    z.transform((count: number) => count * unit),
  );
export const days = (fallback: number) => time(DAY, fallback);

/** Says of an authority that it has no address for notices. */
const TAKES_NO_MAIL = 'takes-no-mail';

const count = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1)), fallback);

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
  DATA_PROTECTION_MAILBOX: described(
    z.optional(z.email()),
    'Data protection officer or contact, as the privacy policy names it (Art. 13(1)(b) GDPR); `CONTACT_MAILBOX` when unset.',
  ),
  TRANSFER_COUNTRIES: described(
    z._default(z.string().check(z.regex(/^([A-Z]{2}(,[A-Z]{2})*)?$/)), ''),
    'Countries outside the European Economic Area that personal data are transferred to, as the privacy policy names them (Art. 13(1)(f) GDPR): ISO 3166-1 codes, `CH,US`; none when empty.',
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
    z.pipe(
      z.optional(z.union([z.literal(TAKES_NO_MAIL), z.email()])),
      z.transform((mailbox) => (mailbox === TAKES_NO_MAIL ? undefined : mailbox)),
    ),
    `Competent authority, which is notified of refusals on the grounds of safety and trade secrets and of withheld or suspended data (Art. 4(2), 4(7), 4(8), 5(10), 5(11)). \`${TAKES_NO_MAIL}\`, or unset in a demonstration: leads notify it and record that at the desk.`,
  ),
  VEHICLE_BACKEND_URL: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    'The car maker’s back end for vehicles and their data; imported tables when unset.',
  ),
  SIGNALS_FILE: described(
    z.optional(z.string()),
    'File (JSON) with the signals that vehicles have beside those of the catalogue, [in this form](importing.md#signals-of-a-maker).',
  ),
  ANSWER_DAYS: described(days(USUAL_ANSWER_DAYS), 'Days a requester has for a data request.'),
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
  FOUR_EYES: described(
    z.pipe(
      z._default(z.string(), ''),
      z.pipe(
        z.transform((list: string) => (list === '' ? [] : list.split(','))),
        z.array(z.enum(approvalKinds)),
      ),
    ),
    `Kinds of application that are approved only when another reviewer agrees: \`${approvalKinds.join(',')}\`; none when empty.`,
  ),
  STAFF_SESSION_HOURS: described(
    time(HOUR, 12),
    'Hours that a session of staff lasts at most, until they sign in anew.',
  ),
  STAFF_REST_MINUTES: described(
    time(MINUTE, 30),
    'Minutes without use after which a session of staff ends.',
  ),
  CODES_PER_ADDRESS: described(
    count(10),
    'Codes that are mailed to one address at once, half of them at most for one network; an hour makes this limit and the next three whole again. Once others have used up this limit or the next, each network still gets one code a day.',
  ),
  CODES_PER_MAILBOX: described(
    count(20),
    'The same for the mailbox behind addresses that differ in dots and in what follows a plus. Beyond it, five times as many codes a day go to networks that have not asked for one.',
  ),
  CODES_PER_NETWORK: described(count(100), 'The same for all that one network asks for.'),
  CODES_IN_ALL: described(count(5000), 'The same for the whole installation.'),
  WRONG_CODES_PER_NETWORK: described(
    count(100),
    'Wrong codes that one network may enter at once, for whichever addresses, from browsers that did not ask for a code; an hour makes it whole again.',
  ),
  WRONG_CODES_PER_ADDRESS: described(
    count(100),
    'Wrong codes within 24 hours for one address, from all browsers that never signed in with it and asked for a code; beyond, they sign in by the link that is mailed to the address. Five from one browser, or from the browsers of one network, block it for 24 hours.',
  ),
  COOKIE_CHOICES_PER_NETWORK: described(
    count(1000),
    'Cookie choices that are recorded for one network at once, signed in or not; an hour makes it whole again.',
  ),
  APPLICATIONS_PER_ACCOUNT: described(
    count(20),
    'Applications that one account may file at once; a day makes this limit and the next five whole again.',
  ),
  APPLICATIONS_PER_VEHICLE: described(
    count(20),
    'Applications that may be filed for one vehicle at once, by whomever.',
  ),
  FILES_PER_ACCOUNT: described(count(200), 'Files that one account may upload at once.'),
  MEBIBYTES_PER_ACCOUNT: described(count(1000), 'Mebibytes that one account may upload at once.'),
  FILES_PER_VEHICLE: described(
    count(200),
    'Files that applications for one vehicle may name at once, whoever files them.',
  ),
  MEBIBYTES_PER_VEHICLE: described(count(1000), 'Mebibytes of these files.'),
  REGENERATIONS: described(
    count(3),
    'Times that a requester may have the report of one application generated again.',
  ),
  REPORTS_AT_ONCE: described(
    count(2),
    'Reports that one process generates at a time, each on a thread of its own with about 150 MB; one that hangs delays none of the others.',
  ),
  PUBLIC_CHARTS: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: the machines’ diagrams at `/charts`, without any figures, are open to everybody.',
  ),
};

/** Settings that leads may change at the desk while the portal runs. */
export type DeskSetting =
  | 'SERVICE_GOAL_DAYS'
  | 'ANSWER_DAYS'
  | 'REPORT_DAYS'
  | 'REMIND_DAYS'
  | 'HOLIDAYS'
  | 'FOUR_EYES'
  | 'DESK_MAILBOX'
  | 'AUTHORITY_MAILBOX';
