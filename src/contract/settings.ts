import * as z from 'zod/mini';
import { DAY, HOUR, MINUTE } from '#lib/words/durations.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { email } from './fields.ts';
import type { ApprovalKind } from './four-eyes.ts';
import { languageCodes } from './languages.ts';
import { MAX_SET_DAYS, USUAL_ANSWER_DAYS } from './limits.ts';

/** Parses a duration of at least one `unit` and converts it to ms. */
export const time = (unit: number, fallback: number) =>
  z.pipe(
    z._default(
      z.coerce.number().check(z.minimum(1), z.maximum((MAX_SET_DAYS * DAY) / unit)),
      fallback,
    ),
    z.transform((count: number) => count * unit),
  );
export const days = (fallback: number) => time(DAY, fallback);

const TAKES_NO_MAIL = 'takes-no-mail';

export const described = <S extends z.ZodMiniType>(schema: S, description: string): S => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

export const holderSettings = {
  HOLDER_NAME: described(
    z._default(z.string(), 'Example Motors'),
    'Name of the data holder, as pages and mails show it.',
  ),
  CONTACT_MAILBOX: described(
    z._default(email(), 'data-access@example.eu'),
    'Where other entities send their requests, and third parties consents and agreements to sign.',
  ),
  DATA_PROTECTION_MAILBOX: described(
    z.optional(email()),
    'Data protection officer or contact, as the privacy policy names it (Art. 13(1)(b) GDPR); `CONTACT_MAILBOX` when unset.',
  ),
  TRANSFER_COUNTRIES: described(
    z._default(z.string().check(z.regex(/^([A-Z]{2}(,[A-Z]{2})*)?$/)), ''),
    'Countries outside the European Economic Area that personal data are transferred to, as the privacy policy names them (Art. 13(1)(f) GDPR): ISO 3166-1 codes, `CH,US`; none when empty.',
  ),
  AUTHORITY_MAILBOX: described(
    z.pipe(
      z.optional(z.union([z.literal(TAKES_NO_MAIL), email()])),
      z.transform((mailbox) => (mailbox === TAKES_NO_MAIL ? undefined : mailbox)),
    ),
    `Competent authority, which is notified of refusals on the grounds of safety and trade secrets and of withheld or suspended data (Art. 4(2), 4(7), 4(8), 5(10), 5(11)). \`${TAKES_NO_MAIL}\`, or unset in a demonstration: leads notify it and record that at the desk.`,
  ),
  RECORD_DAYS: described(
    days(1095),
    'Days that an application which has ended is kept with its history, mails and files before it is erased.',
  ),
};

export const staffSettings = {
  STAFF_SESSION_HOURS: described(time(HOUR, 12), 'Maximum duration of a staff session, in hours.'),
  STAFF_REST_MINUTES: described(
    time(MINUTE, 30),
    'Minutes without use after which a staff session ends.',
  ),
  DESK_LANGUAGE: described(
    z._default(z.enum(languageCodes), 'en'),
    'Language of the mails to the mailboxes of the desk and of the authority.',
  ),
};

/** Initial values of settings that leads change at the desk. Times are in ms. */
export const deskDefaults = {
  ANSWER_DAYS: USUAL_ANSWER_DAYS * DAY,
  REPORT_DAYS: 30 * DAY,
  REMIND_DAYS: 3 * DAY,
  SERVICE_GOAL_DAYS: 20 * DAY,
  /**
   * Country (`PL`) or subdivision (`DE-BY`) whose public holidays are not working days, in addition
   * to those of the EU institutions.
   */
  HOLIDAYS: 'BE',
  FOUR_EYES: [] as ApprovalKind[],
  START_ASSIGNS: true as boolean,
  DESK_MAILBOX: undefined as string | undefined,
};
export type DeskSetting = keyof typeof deskDefaults | 'AUTHORITY_MAILBOX';

/** Values that no environment variable sets. Times are in ms. */
export const limits = {
  ...deskDefaults,
  UNDO_MS,
  /**
   * Maximum number of requests per minute from one network (an IPv4 address, or the first 64 bits
   * of an IPv6 address) to one process. The limit for built assets is four times as high.
   */
  CALLS_PER_NETWORK: 3000,
  /**
   * Codes mailed to one e-mail address per hour, at most half of them requested by one network.
   * Beyond this limit or `CODES_PER_MAILBOX`, each network still gets one code a day, so that
   * others cannot lock an owner out.
   */
  CODES_PER_ADDRESS: 10,
  /**
   * Codes per hour for a mailbox: all e-mail addresses that differ only in dots and in a `+`
   * suffix. Beyond the limit, the mailbox gets at most five times as many per day, one per network.
   */
  CODES_PER_MAILBOX: 20,
  CODES_PER_NETWORK: 100,
  /** Wrong codes per hour from one network, sent by browsers that did not request a code. */
  WRONG_CODES_PER_NETWORK: 100,
  /**
   * Wrong codes in 24 hours for one e-mail address, from browsers that requested a code and never
   * signed in with the address. Beyond the limit, these browsers need the link that is mailed to
   * the address.
   */
  WRONG_CODES_PER_ADDRESS: 100,
  COOKIE_CHOICES_PER_NETWORK: 1000,
  /** The next six limits are per day. Those of a vehicle are shared by all accounts. */
  APPLICATIONS_PER_ACCOUNT: 20,
  APPLICATIONS_PER_VEHICLE: 20,
  FILES_PER_ACCOUNT: 200,
  MEBIBYTES_PER_ACCOUNT: 1000,
  FILES_PER_VEHICLE: 200,
  MEBIBYTES_PER_VEHICLE: 1000,
  REGENERATIONS: 3,
  REPORTS_AT_ONCE: 2,
  TRASH_DAYS: 7 * DAY,
  SAMPLE_APPLICATIONS: true,
};
export type Limits = typeof limits;
