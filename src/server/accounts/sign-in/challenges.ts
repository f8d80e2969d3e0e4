import type { MessageDescriptor } from '@lingui/core';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { msg, plural } from '#lib/words/msg.ts';
import {
  type ChallengeEvent,
  type ChallengeSnapshot,
  challengeMachine,
} from '#machines/challenge.machine.ts';
import {
  CODE_LIFETIME,
  CODE_MINUTES,
  LOCK_HOURS,
  MAX_WRONG_TRIES,
  RESEND_INTERVAL,
} from '#machines/limits.ts';
import { beginLink } from '#server/accounts/sign-in/address-limits.ts';
import { type Sender, senderKeys } from '#server/accounts/sign-in/senders.ts';
import { deleteRows, findRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { letter, type MailText, postMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import { instantText } from '#server/platform/words/words.ts';

type Row = Schema['challenge'];
type Key = Pick<Row, 'email' | 'sender'>;

export type CodeWording = (language: Language, code: string) => MailText;

interface Details {
  language?: Language;
  code?: string;
  wording?: CodeWording;
  liftToken?: string;
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

export const challenges = durableMachine<typeof challengeMachine, Scope, Key, Row, Details>(
  challengeMachine,
  {
    load: ({ trx }, key) =>
      // Upsert, because another transaction may delete the row between a select and an insert.
      trx
        .insertInto('challenge')
        .values({ ...blank, ...key })
        .onConflict((conflict) =>
          conflict
            .columns(['email', 'sender'])
            .doUpdateSet({ email: (eb) => eb.ref('challenge.email') }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

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
      if (event.type === 'code.request') return codeRequestError(before, event.at);
      if (event.type === 'code.submit') return codeError(before, event);
      return new ApiError(codes.unknownLink);
    },

    effects: {
      async mailCode({ trx }, { event, row, details: { code, language, wording = codeMail } }) {
        if (!code || !language || !event) throw new Error('The code to mail is missing');
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
        // One mail is enough: its link lifts the locks of all senders, and an attack locks many.
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

/**
 * Returns the key of a sender's challenge under the first secret in `SECRET`. While several secrets
 * are configured, processes may order them differently: a row under another key is moved, and if
 * two rows exist, the locked one is kept.
 */
export async function challengeKey({ services, trx }: Scope, sender: Sender): Promise<Key> {
  const { email } = sender;
  const keys = senderKeys(services.config, sender);
  const key = { email, sender: keys[0] };
  if (keys.length === 1) return key;
  const query = trx
    .selectFrom('challenge')
    .select('sender')
    .where('email', '=', email)
    .where('sender', 'in', keys)
    .orderBy(({ fn, lit }) => fn.coalesce('locked_until', lit(0)), 'desc')
    .orderBy(({ fn, lit }) => fn.coalesce('sent_at', lit(0)), 'desc');
  const [row, ...others] = await services.store.forUpdate(query).execute();
  for (const { sender } of others) await deleteRows(trx, 'challenge', { email, sender });
  if (row && row.sender !== key.sender)
    await updateRows(trx, 'challenge', { email, sender: row.sender }, key);
  return key;
}

const topicOf = ({ email, sender }: Row) => `code ${email} ${sender}`;

/** Gives mails to addresses with an account priority over others, which may be invented. */
export async function priorityOf(
  trx: Transaction<Schema>,
  email: string,
): Promise<'urgent' | 'prompt'> {
  const account = await findRow(trx, 'account', { email });
  return account ? 'urgent' : 'prompt';
}

export function codeRequestError(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, sentAt } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null)
    return new ApiError(codes.locked, { lockedUntil });
  const due = (sentAt ?? at) + RESEND_INTERVAL;
  return new ApiError(codes.tooSoon, { retryAfter: Math.ceil((due - at) / 1000) });
}

export function codeError(
  challenge: ChallengeSnapshot,
  submitted: ChallengeEvent & { type: 'code.submit' },
): ApiError {
  const { lockedUntil, wrongTries } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null && submitted.at < lockedUntil)
    return new ApiError(codes.locked, { lockedUntil });
  if (challenge.can(submitted))
    return new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrongTries });
  return new ApiError(codes.expiredCode);
}

export function codeMail(language: Language, code: string): MailText {
  return letter(
    language,
    msg`Your verification code`,
    msg`Your verification code is: ${{ code }}`,
    msg`It is valid for ${plural({ minutes: CODE_MINUTES }, { one: '# minute', other: '# minutes' })} and for one sign-in. After ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row, sign-in with this address is blocked for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}.`,
    msg`If you did not ask for a code, you do not need to do anything. We will never ask you for this code by phone or e-mail.`,
  );
}

export function floodMail(
  language: Language,
  { email, url }: { email: string; url: string },
): MailText {
  return blockMail(
    language,
    msg`Somebody asked for many codes for ${{ email }}, or entered many wrong ones. Browsers that have not signed in with this address before cannot use codes at the moment.`,
    url,
  );
}

export function lockMail(
  language: Language,
  { email, url, until, timeZone }: { email: string; url: string; until: number; timeZone: string },
): MailText {
  return blockMail(
    language,
    msg`Somebody entered ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row for ${{ email }}. From the browser or network they used, sign-in with this address is blocked until ${{ until: instantText(language, until, timeZone) }}.`,
    url,
  );
}

const blockMail = (language: Language, cause: MessageDescriptor, url: string) =>
  letter(
    language,
    msg`Sign-in with your address was blocked`,
    cause,
    msg`If it was you, or if you cannot sign in yourself, open this page and lift the block: ${{ url }}`,
    msg`If it was not you, you do not need to do anything: nobody can sign in without a code from your mailbox. We never ask anybody for a code.`,
  );
