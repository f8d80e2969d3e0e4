import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { runTimedTransitions } from '#server/background.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { sendDueMail } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const people = callersOf(portal, {
  ...{ colleague: ['reviewer'], lead: ['lead'], auditor: ['auditor'] },
} as const);
const ids: Record<string, string> = {};
let number: string;
beforeAll(async () => {
  const staff = await portal.granted('staffList', {}, people.lead);
  for (const { id, email } of staff) ids[email.replace('@example.eu', '')] = id;
});
beforeEach(async () => {
  number = (await portal.applicationAt('underReview')).number;
});

const take = (who: { token: string }) =>
  portal.call('deskTake', { applicationNumber: number }, who);
const release = (who: { token: string }) =>
  portal.call('deskRelease', { applicationNumber: number }, who);
const handOver = (who: { token: string }, to = '') =>
  portal.call('deskHandOver', { applicationNumber: number, to }, who);
const pass = (who: { token: string }) =>
  portal.call('deskPassQualification', { applicationNumber: number, revision: 1 }, who);
const assignee = async () =>
  (await portal.granted('deskApplication', { applicationNumber: number }, people.lead)).assignee;

const mailsOf = async (recipient: string) => {
  const mails = await rows(portal.services, 'mail', { application_number: number, recipient });
  return mails.map(({ subject }) => subject);
};

describe('taking an application', () => {
  test('assigns it, also in the queue, and a second time changes nothing', async () => {
    const ofNobody = async () => {
      const filter = { assigned: 'nobody', search: number } as const;
      return (await portal.granted('deskQueue', filter, people.colleague)).total;
    };
    expect(await ofNobody()).toBe(1);
    expect(granted(await take(people.reviewer)).assignee?.email).toBe('reviewer@example.eu');
    expect(granted(await take(people.reviewer)).assignee?.email).toBe('reviewer@example.eu');
    expect(await ofNobody()).toBe(0);
    const mine = { assigned: 'me', search: number } as const;
    const { items } = await portal.granted('deskQueue', mine, people.reviewer);
    expect(items.map((item) => item.assignee?.email)).toEqual(['reviewer@example.eu']);
    expect((await portal.granted('deskQueue', mine, people.colleague)).total).toBe(0);
    const logged = await rows(portal.services, 'audit_entry', { application_number: number });
    expect(logged).toMatchObject([{ action: 'review.start' }, { action: 'application.take' }]);
  });

  test('that a colleague has taken is rejected with their address', async () => {
    granted(await take(people.reviewer));
    for (const who of [people.colleague, people.lead])
      expect(await take(who)).toMatchObject({
        status: 409,
        code: codes.takenByOther,
        data: { assignee: 'reviewer@example.eu' },
      });
    expect((await assignee())?.email).toBe('reviewer@example.eu');
  });

  test('concurrently by two reviewers succeeds for one of them', async () => {
    const answers = await Promise.all([take(people.reviewer), take(people.colleague)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes.takenByOther]);
  });

  test('is rejected of the reviewer’s own, ended or unknown ones', async () => {
    ({ number } = await portal.applicationAt('submitted', people.owningReviewer.token));
    expectCode(await take(people.owningReviewer), codes.notAllowedNow);
    ({ number } = await portal.applicationAt('approved'));
    expectCode(await take(people.lead), codes.notAllowedNow);
    number = 'VD-20261120-000000';
    expectCode(await take(people.lead), codes.notFound);
  });
});

describe('the assignee', () => {
  test('decides; a colleague is rejected with the assignee’s address, also for a preview', async () => {
    granted(await take(people.reviewer));
    const refused = { code: codes.takenByOther, data: { assignee: 'reviewer@example.eu' } };
    expect(await pass(people.colleague)).toMatchObject(refused);
    expect(await pass(people.lead)).toMatchObject(refused);
    const preview = { applicationNumber: number, revision: 1, decision: 'pass' as const };
    expect(await portal.call('deskPreview', preview, people.colleague)).toMatchObject(refused);
    expectCode(await pass(people.reviewer), 200);
  });

  test('hands the application over to a colleague, who gets an e-mail and can release it', async () => {
    granted(await take(people.reviewer));
    granted(await handOver(people.reviewer, ids.colleague));
    expect(await mailsOf('colleague@example.eu')).toEqual([
      `Desk: application ${number} was handed over to you`,
    ]);
    expect((await assignee())?.email).toBe('colleague@example.eu');
    expectCode(await handOver(people.reviewer, ids.reviewer), codes.takenByOther);
    expectCode(await release(people.reviewer), codes.takenByOther);
    expect(granted(await release(people.colleague)).assignee).toBeNull();
    granted(await take(people.reviewer));
  });
});

describe('a handover', () => {
  beforeEach(async () => {
    granted(await take(people.reviewer));
    granted(await handOver(people.reviewer, ids.colleague));
  });

  test('can be taken back before its e-mail is sent', async () => {
    const { previousAssignee } = await portal.granted(
      'deskApplication',
      { applicationNumber: number },
      people.colleague,
    );
    expect(previousAssignee?.email).toBe('reviewer@example.eu');
    const filter = { assigned: 'me', search: number } as const;
    const { items } = await portal.granted('deskQueue', filter, people.colleague);
    expect(items.map((item) => item.previousAssignee?.email)).toEqual(['reviewer@example.eu']);
    granted(await take(people.reviewer));
    expect((await assignee())?.email).toBe('reviewer@example.eu');
    expect(await mailsOf('colleague@example.eu')).toEqual([]);
    const logged = await rows(portal.services, 'audit_entry', { application_number: number });
    expect(logged.findLast(({ action }) => action === 'application.take')?.detail).toBe(
      'colleague@example.eu',
    );
    expect((await portal.granted('deskQueue', filter, people.colleague)).total).toBe(0);
    // A handover can be taken back only once.
    expectCode(await take(people.colleague), codes.takenByOther);
  });

  test('that was mailed can be taken back, which sends another e-mail', async () => {
    await sendDueMail(portal.services);
    granted(await take(people.reviewer));
    expect((await mailsOf('colleague@example.eu')).toSorted()).toEqual([
      `Desk: application ${number} was handed over to you`,
      `Desk: application ${number} was taken back`,
    ]);
  });

  test('is withdrawn from the hourly e-mail', async () => {
    granted(await take(people.reviewer));
    await portal.granted('deskMailsChange', { frequency: 'hourly' }, people.colleague);
    granted(await handOver(people.reviewer, ids.colleague));
    const held = () => rows(portal.services, 'held_mail', { application_number: number });
    expect(await held()).toHaveLength(1);
    granted(await take(people.reviewer));
    expect(await held()).toEqual([]);
    expect(await mailsOf('colleague@example.eu')).toEqual([]);
    await portal.granted('deskMailsChange', { frequency: 'atOnce' }, people.colleague);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['has decided', () => pass(people.colleague)],
    [
      'has written a note',
      () =>
        portal.call('deskNoteAdd', { applicationNumber: number, note: 'Seen.' }, people.colleague),
    ],
  ])('cannot be taken back after the receiver %s', async (_, act) => {
    await act();
    expect(await take(people.reviewer)).toMatchObject({
      status: 409,
      code: codes.takenByOther,
      data: { assignee: 'colleague@example.eu' },
    });
  });

  test('cannot be taken back by others', async () => {
    expectCode(await take(people.lead), codes.takenByOther);
  });
});

describe('several applications', () => {
  const numbers: string[] = [];
  const handOverAll = () =>
    portal.granted(
      'deskHandOverAll',
      { applicationNumbers: numbers, to: ids.colleague as string },
      people.reviewer,
    );
  const mailsToColleague = async () => {
    const mails = await rows(portal.services, 'mail', { recipient: 'colleague@example.eu' });
    return mails.filter(({ body }) => numbers.some((one) => body.includes(one)));
  };
  beforeEach(async () => {
    numbers.length = 0;
    for (let count = 0; count < 3; count++) {
      ({ number } = await portal.applicationAt('underReview'));
      granted(await take(people.reviewer));
      numbers.push(number);
    }
  });

  test('are handed over with one e-mail that lists them, and an entry of each in the log', async () => {
    expect((await handOverAll()).handedOver.toSorted()).toEqual(numbers.toSorted());
    const mails = await mailsToColleague();
    expect(mails).toMatchObject([{ subject: 'Desk: 3 applications were handed over to you' }]);
    for (const one of numbers) {
      expect(mails[0]?.body).toContain(`/desk/applications/${one}`);
      const logged = await rows(portal.services, 'audit_entry', { application_number: one });
      expect(logged.at(-1)).toMatchObject({
        action: 'application.handOver',
        detail: 'colleague@example.eu',
      });
    }
    granted(await take(people.reviewer));
    expect((await assignee())?.email).toBe('reviewer@example.eu');
    expect((await mailsToColleague()).map(({ subject }) => subject).toSorted()).toEqual([
      'Desk: 3 applications were handed over to you',
      `Desk: application ${number} was taken back`,
    ]);
  });

  test('that cannot be handed over are left out, and stay unchanged', async () => {
    granted(await release(people.reviewer));
    granted(await take(people.colleague));
    const [, second = ''] = numbers;
    numbers[1] = 'VD-20261120-000000';
    expect((await handOverAll()).handedOver).toEqual([numbers[0]]);
    expect((await mailsToColleague()).map(({ subject }) => subject)).toEqual([
      `Desk: application ${numbers[0]} was handed over to you`,
    ]);
    number = second;
    expect((await assignee())?.email).toBe('reviewer@example.eu');
  });
});

describe('starting a review', () => {
  test('assigns the application, unless a setting turns that off', async () => {
    for (const startAssigns of [true, false]) {
      await portal.granted('deskSettingsChange', { startAssigns }, people.lead);
      ({ number } = await portal.applicationAt('submitted'));
      const input = { applicationNumber: number, revision: 0 };
      await portal.granted('deskStartReview', input, people.colleague);
      const found = await assignee();
      expect(found?.email).toBe(startAssigns ? 'colleague@example.eu' : undefined);
    }
  });
});

describe('a lead', () => {
  test('assigns an application that nobody has taken; a reviewer cannot', async () => {
    expectCode(await handOver(people.reviewer, ids.colleague), codes.forbidden);
    granted(await handOver(people.lead, ids.colleague));
    expect((await assignee())?.email).toBe('colleague@example.eu');
  });

  test('reassigns or releases an application of others', async () => {
    granted(await take(people.reviewer));
    granted(await handOver(people.lead, ids.colleague));
    granted(await release(people.lead));
    expect(await assignee()).toBeNull();
  });
});

test('only an account that can review an application can be its assignee', async () => {
  ({ number } = await portal.applicationAt('submitted', people.owningReviewer.token));
  const wrong = { code: codes.invalid, data: { fields: [{ field: 'to', problem: 'choice' }] } };
  for (const to of [ids['owning-reviewer'], ids.auditor, 'nobody'])
    expect(await handOver(people.lead, to)).toMatchObject(wrong);
  expectCode(await handOver(people.lead, ids.reviewer), 200);
});

test('one of two concurrent decisions is accepted and mailed; the other gets the new revision', async () => {
  const answers = await Promise.all([
    pass(people.reviewer),
    portal.call(
      'deskRefuse',
      { applicationNumber: number, revision: 1, ground: 'userNotIdentified', text: 'Another.' },
      people.colleague,
    ),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes.outdated]);
  expect(answers.find(({ code }) => code !== 200)?.data).toMatchObject({ revision: 2 });
  // About the receipt, and about the accepted decision.
  expect(await mailsOf('owner@example.eu')).toHaveLength(2);
});

describe('presence', () => {
  const show = (who: { token: string }) =>
    portal.granted('deskPresence', { applicationNumber: number }, who);

  test('two accounts with the same application open see each other, until one leaves', async () => {
    expect((await show(people.reviewer)).others).toEqual([]);
    expect((await show(people.colleague)).others).toEqual(['reviewer@example.eu']);
    expect((await show(people.reviewer)).others).toEqual(['colleague@example.eu']);
    portal.clock.advance(46_000);
    expect((await show(people.reviewer)).others).toEqual([]);
  });

  test('is deleted within a minute after it expires', async () => {
    const presences = () => rows(portal.services, 'presence', { application_number: number });
    await show(people.reviewer);
    portal.clock.advance(44_000);
    await show(people.colleague);
    await runTimedTransitions(portal.services);
    expect(await presences()).toHaveLength(2);
    const { others } = await show(people.lead);
    expect(others).toEqual(['colleague@example.eu', 'reviewer@example.eu']);
    portal.clock.advance(1000);
    await runTimedTransitions(portal.services);
    expect(await presences()).toHaveLength(2);
    portal.clock.advance(44_000);
    await runTimedTransitions(portal.services);
    expect(await presences()).toEqual([]);
  });

  test('reports that somebody acted or took the application', async () => {
    expect(await show(people.reviewer)).toMatchObject({ revision: 1, assignee: null });
    granted(await take(people.colleague));
    granted(await pass(people.colleague));
    expect(await show(people.reviewer)).toMatchObject({
      revision: 2,
      assignee: { email: 'colleague@example.eu' },
    });
  });

  test('an auditor sees who is there and is not seen', async () => {
    await show(people.reviewer);
    expect((await show(people.auditor)).others).toEqual(['reviewer@example.eu']);
    expect((await show(people.reviewer)).others).toEqual([]);
  });

  test('a reviewer does not see who has their own application open', async () => {
    ({ number } = await portal.applicationAt('submitted', people.owningReviewer.token));
    await show(people.reviewer);
    expect((await show(people.owningReviewer)).others).toEqual([]);
  });
});
