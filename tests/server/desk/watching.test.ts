import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { mentionOf, mentionsIn } from '#contract/mentions.ts';
import { purgeApplications } from '#server/applications/retention.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const SECRET = 'call the dealer of Łódź first';

const portal = portalOfFile(startSeededPortal);
const people = {} as Record<'reviewer' | 'watcher' | 'auditor' | 'owner', { token: string }>;
let applicationNumber: string;
let revision: number;
beforeAll(async () => {
  people.reviewer = { token: portal.tokens.reviewer };
  people.owner = { token: portal.tokens.owner };
  people.watcher = { token: await signInAs(portal, 'watcher@example.eu', ['reviewer']) };
  people.auditor = { token: await signInAs(portal, 'auditor@example.eu', ['auditor']) };
});
beforeEach(async () => {
  ({ number: applicationNumber, revision } = await portal.applicationAt('underReview'));
});

const watch = (who: { token: string }, isWatched = true) =>
  portal.call('deskWatch', { applicationNumber, isWatched }, who);
const note = (text: string, who = people.reviewer) =>
  portal.call('deskNoteAdd', { applicationNumber, note: text }, who);
async function mailsTo(recipient: string): Promise<{ subject: string; body: string }[]> {
  return rows(portal.services, 'mail', { application_number: applicationNumber, recipient });
}
const toWatcher = async () => (await mailsTo('watcher@example.eu')).map(({ body }) => body);

describe('a watcher of a case', () => {
  test('is mailed actions of its requester, a colleague and the clock, but not their own', async () => {
    granted(await watch(people.watcher));
    granted(await watch(people.watcher));
    await portal.granted('deskTake', { applicationNumber }, people.reviewer);
    portal.clock.advance(1000);
    granted(await note('Seen.'));
    granted(await note('Mine.', people.watcher));
    portal.clock.advance(1000);
    const passed = { applicationNumber, revision };
    await portal.granted('deskPassQualification', passed, people.reviewer);
    portal.clock.advance(1000);
    await portal.granted(
      'terminateOrder',
      { applicationNumber, revision: revision + 1 },
      people.owner,
    );
    const watcherMails = await toWatcher();
    expect(watcherMails.map((body) => body.split('\n').slice(0, 3))).toEqual([
      ['What happened: Application taken', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Note added', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Eligibility confirmed', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Application ended', 'By: Requester', 'Processing status: Terminated'],
    ]);
    expect(watcherMails[0]).toContain(`/desk/applications/${applicationNumber}`);
    expect(await mailsTo('reviewer@example.eu')).toEqual([]);
  });

  test('gets no mail after they stopped or lost the role', async () => {
    granted(await watch(people.watcher));
    granted(await watch(people.watcher, false));
    granted(await note('Seen.'));
    expect(await toWatcher()).toEqual([]);
    granted(await watch({ token: await signInAs(portal, 'former@example.eu', ['reviewer']) }));
    const { db } = portal.services.store;
    const withoutRole = db.updateTable('account').set({ is_reviewer: 0 });
    await withoutRole.where('email', '=', 'former@example.eu').execute();
    granted(await note('Seen again.'));
    expect(await mailsTo('former@example.eu')).toEqual([]);
  });

  test('finds the case by a filter of the queue, others do not', async () => {
    granted(await watch(people.watcher));
    const found = async (who: { token: string }) =>
      (
        await portal.granted('deskQueue', { watched: true, search: applicationNumber }, who)
      ).items.map(({ number }) => number);
    expect(await found(people.watcher)).toEqual([applicationNumber]);
    expect(await found(people.reviewer)).toEqual([]);
    const seen = await portal.call('deskApplication', { applicationNumber }, people.watcher);
    expect(granted(seen).isWatched).toBe(true);
  });

  test('must be a reviewer and not the requester', async () => {
    expectCode(await watch(people.auditor), codes.forbidden);
    expectCode(await watch(people.owner), codes.forbidden);
    const token = portal.tokens.owningReviewer;
    ({ number: applicationNumber } = await portal.applicationAt('submitted', token));
    expectCode(await watch({ token }), codes.notAllowedNow);
    applicationNumber = 'VD-20261120-000000';
    expectCode(await watch(people.reviewer), codes.notFound);
  });
});

describe('staff named in a note', () => {
  test('get one mail with a link and without the note, and the case lists them', async () => {
    granted(await watch(people.watcher));
    const added = granted(await note(`@watcher, and @auditor@example.eu: ${SECRET}. @nobody`));
    expect(added.mentions).toEqual(['auditor@example.eu', 'watcher@example.eu']);
    const read = await portal.call('deskApplication', { applicationNumber }, people.auditor);
    expect(granted(read).notes).toEqual([added]);
    for (const address of added.mentions) {
      const mails = await mailsTo(address);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Desk: a note on application ${applicationNumber} mentions you`,
      ]);
      expect(mails[0]?.body).toContain(`/desk/applications/${applicationNumber}#notes`);
      expect(mails[0]?.body).not.toContain(SECRET);
    }
  });

  test('never include the requester or the author', async () => {
    const token = portal.tokens.owningReviewer;
    ({ number: applicationNumber } = await portal.applicationAt('submitted', token));
    const before = await mailsTo('owning-reviewer@example.eu');
    const added = granted(await note(`@owning-reviewer @owner @reviewer ${SECRET}`));
    expect(added.mentions).toEqual(['reviewer@example.eu']);
    expect(await mailsTo('owning-reviewer@example.eu')).toEqual(before);
    expect(await mailsTo('owner@example.eu')).toEqual([]);
    expect(await mailsTo('reviewer@example.eu')).toEqual([]);
  });
});

test('watches and mentions are erased with the application', async () => {
  granted(await watch(people.watcher));
  granted(await note('@watcher'));
  await portal.granted('terminateOrder', { applicationNumber, revision }, people.owner);
  const now = () => portal.services.now() + 20 * 365 * 86_400_000;
  await purgeApplications({ ...portal.services, now });
  const number = applicationNumber;
  expect(await rows(portal.services, 'application', { number })).toEqual([]);
  for (const table of ['watch', 'mention'] as const)
    expect(await rows(portal.services, table, { application_number: number })).toEqual([]);
});

test.each([
  ['@anna please', ['anna@example.eu']],
  ['(@Anna.)', ['anna@example.eu']],
  ['@anna@example.eu and @anna', ['anna@example.eu']],
  ['write to anna@example.eu', []],
  ['@jan', []],
  ['@jan@other.eu, @jan@example.eu.', ['jan@other.eu', 'jan@example.eu']],
  ['@ann @annas', []],
])('the note «%s» names %j', (text, named) => {
  const addresses = ['anna@example.eu', 'jan@example.eu', 'jan@other.eu'];
  expect(mentionsIn(text, addresses)).toEqual(named);
  for (const address of addresses)
    expect(mentionsIn(mentionOf(address, addresses), addresses)).toEqual([address]);
});
