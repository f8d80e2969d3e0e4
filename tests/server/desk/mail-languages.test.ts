import { beforeAll, expect, test } from 'vitest';
import { remind } from '#server/applications/deadlines/deadlines.ts';
import { sendDigest } from '#server/applications/mails/post-to-desk.ts';
import { callersOf } from '#tests/server/callers.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const READER = 'reader@example.eu';
const HOUR = 3_600_000;

const portal = portalOfFile(startSeededPortal);
const { reviewer, reader } = callersOf(portal, { reader: ['reviewer'] });
let of: string;
let applicationNumber: string;
beforeAll(async () => {
  await changeRows(portal.services, 'account', { email: READER }, { language: 'pl' });
  ({ id: of } = await row(portal.services, 'account', { email: READER }));
  ({ number: applicationNumber } = await portal.applicationAt('underReview'));
});

const note = (text: string) =>
  portal.call('deskNoteAdd', { applicationNumber, note: text }, reviewer);
const ask = (who: string, by: { token: string }) =>
  portal.call('deskOpinionAsk', { applicationNumber, of: who, note: 'Is it enough?' }, by);

/** Actions of an English-speaking colleague, and how the mail about them begins. */
const causes: Record<string, [cause: () => Promise<unknown>, subject: string]> = {
  'a note names them': [
    () => note('@reader, please'),
    'wskazano Państwa w\u00a0notatce do wniosku',
  ],
  'a colleague asks for their opinion': [() => ask(of, reviewer), 'Państwa opinia o\u00a0wniosku'],
  'an opinion they asked for is given': [
    async () => {
      const { id } = await row(portal.services, 'account', { email: 'reviewer@example.eu' });
      const { id: question } = granted(await ask(id, reader));
      const given = { applicationNumber, question, note: 'It is.' };
      return await portal.granted('deskOpinionGive', given, reviewer);
    },
    'opinia o\u00a0wniosku',
  ],
  'a case they watch has changed': [
    async () => {
      await portal.granted('deskWatch', { applicationNumber, isWatched: true }, reader);
      granted(await note('Seen.'));
      await portal.granted('deskWatch', { applicationNumber, isWatched: false }, reader);
    },
    'obserwowany wniosek',
  ],
  'a case they have taken is due': [
    async () => {
      await portal.granted('deskTake', { applicationNumber }, reader);
      const { due_at } = await row(portal.services, 'application', { number: applicationNumber });
      portal.clock.set((due_at ?? 0) - HOUR);
      return remind(portal.services);
    },
    'zbliża się termin rozpatrzenia wniosku',
  ],
  'they get mails hourly': [
    async () => {
      await portal.granted('deskMailsChange', { frequency: 'hourly' }, reader);
      granted(await note('@reader, once more'));
      const { services } = portal;
      return services.store.transact((trx) => sendDigest({ services, trx }, of));
    },
    '1 wiadomość',
  ],
};

test.each(Object.entries(causes))(
  'the mail is in the reader’s language when %s',
  async (_, [cause, subject]) => {
    await portal.services.store.db.deleteFrom('mail').execute();
    await cause();
    const mails = await rows(portal.services, 'mail', { recipient: READER });
    expect(mails).toMatchObject([{ subject: expect.stringContaining(subject), language: 'pl' }]);
  },
);
