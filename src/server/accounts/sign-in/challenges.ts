import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import {
  type ChallengeEvent,
  type ChallengeSnapshot,
  challengeMachine,
} from '#machines/challenge.machine.ts';
import { CODE_LIFETIME, MAX_WRONG_TRIES, RESEND_INTERVAL } from '#machines/limits.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type MailText, postMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import { beginLink } from './address-limits.ts';
import { codeMail, lockMail } from './code-mail.ts';

type Row = Schema['challenge'];
type Key = Pick<Row, 'email' | 'sender'>;

/** Words of the mail that brings a code. */
export type CodeWording = (language: Language, code: string) => MailText;

interface Details {
  language?: Language;
  /** The code that is mailed. */
  code?: string;
  wording?: CodeWording;
  /** Token of the link that is mailed if sign-in with the address is locked; of nothing else. */
  liftToken?: string;
  /** Opens the session of whoever gave the right code. */
  openSession?: (trx: Transaction<Schema>) => Promise<void>;
}

const blank = {
  state: 'idle',
  digest: null,
  sent_at: null,
  visit: null,
  wrong_tries: 0,
  locked_until: null,
  lift_digest: null,
} as const;

/** Codes, tries and locks of the senders at an address, as they are stored. */
export const challenges = durableMachine<typeof challengeMachine, Scope, Key, Row, Details>(
  challengeMachine,
  {
    async load({ trx }, { email, sender }) {
      const earlier = await trx
        .selectFrom('challenge')
        .selectAll()
        .where('email', '=', email)
        .where('sender', '=', '')
        .executeTakeFirst();
      // One statement: it waits for the row, and does not find it just deleted.
      return trx
        .insertInto('challenge')
        .values({ ...blank, ...earlier, email, sender })
        .onConflict((conflict) =>
          conflict
            .columns(['email', 'sender'])
            .doUpdateSet({ email: (eb) => eb.ref('challenge.email') }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    read: (row) => ({
      state: row.state,
      context: {
        digest: row.digest,
        sentAt: row.sent_at,
        visit: row.visit,
        wrongTries: row.wrong_tries,
        lockedUntil: row.locked_until,
        liftDigest: row.lift_digest,
      },
    }),

    save: ({ trx }, { row }, { state, context }) =>
      trx
        .updateTable('challenge')
        .set({
          state: state as Row['state'],
          digest: context.digest,
          sent_at: context.sentAt,
          visit: context.visit,
          wrong_tries: context.wrongTries,
          locked_until: context.lockedUntil,
          lift_digest: context.liftDigest,
        })
        .where('email', '=', row.email)
        .where('sender', '=', row.sender)
        .returningAll()
        .executeTakeFirstOrThrow(),

    notAccepted: (_, { event, before }) => {
      if (event.type === 'code.request') return refusedRequest(before, event.at);
      return event.type === 'code.submit' ? refusedCode(before, event) : refusedLink();
    },

    effects: {
      async mailCode({ trx }, { event, row, details: { code, language, wording = codeMail } }) {
        if (!code || !language || !event) throw new Error('No code is there to be mailed');
        await postMail(trx, {
          ...wording(language, code),
          recipient: row.email,
          language,
          at: event.at,
          topic: topicOf(row),
          validUntil: event.at + CODE_LIFETIME,
          priority: await priorityOf(trx, row.email),
        });
      },
      withdrawCode: ({ trx }, { event, row }) => withdrawMails(trx, topicOf(row), event?.at ?? 0),
      async mailLock({ services, trx }, { event, row, details: { liftToken, language } }) {
        if (!liftToken || !language || !event) return;
        const { PUBLIC_URL = '', TIME_ZONE: timeZone } = services.config;
        const url = `${PUBLIC_URL}/login#lift=${liftToken}`;
        const { email, locked_until: until, lift_digest: digest } = row;
        // Under an attack many senders are locked: the first link lifts all locks of the address.
        if (digest === null || !(await beginLink(trx, { email, digest, at: event.at }))) return;
        await postMail(trx, {
          ...lockMail(language, { email, url, until: until ?? event.at, timeZone }),
          recipient: email,
          language,
          at: event.at,
          priority: await priorityOf(trx, email),
        });
      },
      async openSession({ trx }, { details }) {
        await details.openSession?.(trx);
      },
    },
  },
);

/** Mails of codes to one sender: the last one alone is worth something. */
const topicOf = ({ email, sender }: Row) => `code ${email} ${sender}`;

/** Who signed in before need not wait behind addresses that somebody made up. */
export async function priorityOf(
  trx: Transaction<Schema>,
  email: string,
): Promise<'urgent' | 'prompt'> {
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return account ? 'urgent' : 'prompt';
}

/** Why no further code is sent: locked, or the last one left a moment ago. */
export function refusedRequest(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, sentAt } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null)
    return new ApiError(codes.locked, { lockedUntil });
  const due = (sentAt ?? at) + RESEND_INTERVAL;
  return new ApiError(codes.tooSoon, { retryAfter: Math.ceil((due - at) / 1000) });
}

/** Reason for not accepting a code, by the state it led to. */
export function refusedCode(
  challenge: ChallengeSnapshot,
  submitted: ChallengeEvent & { type: 'code.submit' },
): ApiError {
  const { lockedUntil, wrongTries } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null && submitted.at < lockedUntil)
    return new ApiError(codes.locked, { lockedUntil });
  // A code could still be entered: then the one that was entered is wrong.
  if (challenge.can(submitted))
    return new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrongTries });
  return new ApiError(codes.expiredCode);
}

/** The link is of no lock that there is. */
export function refusedLink(): ApiError {
  return new ApiError(codes.unknownLink);
}
