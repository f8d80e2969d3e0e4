import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { QueueOrder } from '#contract/queue-codes.ts';
import { MAX_VIEWS, type StandardView, standardViews } from '#contract/queue-codes.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { granted, personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer, owningReviewer } = callersOf(portal);

/** Files an application of the owner in this name. */
const filedBy = (lastName: string, firstName?: string) =>
  portal.filed({
    user: { ...personalForm([]).user, lastName, ...(firstName && { firstName }) },
  });

const emergencyOf = (departmentName: string) =>
  filedPublicRequest(portal, portal.tokens.stranger, { departmentName, type: 'publicEmergency' });

type Filter = InputOf<typeof endpoints.deskQueue>;
const queue = (filter: Filter) => portal.granted('deskQueue', filter, reviewer);
const numbers = async (filter: Filter) => (await queue(filter)).items.map(({ number }) => number);

describe('the order', () => {
  test('is by due date: an emergency comes before an application filed a week earlier', async () => {
    const customer = await filedBy('Order');
    portal.clock.advance(7 * DAY);
    const emergency = await emergencyOf('Order of the flood');
    // Five working days, against a service goal of twenty days.
    expect(await numbers({ search: 'order' })).toEqual([emergency, customer]);
  });

  test('puts ended applications last, by default the newest of them first', async () => {
    const running = await filedBy('Ended');
    const ended = [await filedBy('Ended'), await filedBy('Ended')];
    for (const applicationNumber of ended)
      await portal.granted('terminateOrder', { applicationNumber, revision: 0 }, owner);
    const all = await queue({ search: 'ended' });
    expect(all.items[0]?.number).toBe(running);
    expect(all.items.slice(1).map(({ dueAt, isOverdue }) => [dueAt, isOverdue])).toEqual([
      [null, false],
      [null, false],
    ]);
    expect(await numbers({ search: 'ended', turn: 'nobody' })).toEqual(ended.toSorted().reverse());
  });

  test('is by any column in both directions, then by due date', async () => {
    const zola = await filedBy('Żoła Columns', 'Émile');
    portal.clock.advance(DAY);
    const nowak = await filedBy('nowak columns', 'Zoe');
    portal.clock.advance(DAY);
    const body = await emergencyOf('Columns of Łódź');
    const anna = await filedBy('Nowak Columns', 'Anna');
    const search = 'columns';
    await portal.granted('deskStartReview', { applicationNumber: anna, revision: 0 }, reviewer);
    await portal.granted('deskTake', { applicationNumber: nowak }, reviewer);
    const sorted = (sort: QueueOrder) => numbers({ search, sort });
    expect(await sorted('due')).toEqual([body, zola, nowak, anna]);
    expect(await sorted('requester')).toEqual([body, anna, nowak, zola]);
    expect((await sorted('status')).at(0)).not.toBe(anna);
    expect((await sorted('status')).indexOf(anna)).toBeGreaterThan(1);
    expect((await sorted('filed')).slice(0, 2)).toEqual([zola, nowak]);
    expect(await sorted('assignee')).toEqual([nowak, body, zola, anna]);
    expect(await sorted('number')).toEqual([body, zola, nowak, anna].toSorted());
    const reversed = await numbers({ search, sort: 'requester', descending: true });
    expect(reversed).toEqual([zola, nowak, anna, body]);
    expect(await numbers({ search, descending: true })).toEqual([anna, nowak, zola, body]);
    const pages = [1, 2].map((page) => numbers({ search, sort: 'filed', page, pageSize: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual(await sorted('filed'));
  });

  test('has no gaps between pages', async () => {
    for (let index = 0; index < 5; index++) await filedBy('Paged');
    const whole = await numbers({ search: 'paged' });
    expect(whole).toHaveLength(5);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => numbers({ search: 'paged', page, pageSize: 2 })),
    );
    expect(pages.flat()).toEqual(whole);
    expect((await queue({ search: 'paged', page: 9, pageSize: 2 })).total).toBe(5);
  });
});

describe('a filter', () => {
  test('selects by party, state and kind', async () => {
    const body = await emergencyOf('Kinds');
    const { number: asked } = await portal.applicationAt('informationRequired');
    expect(await numbers({ turn: 'requester' })).toContain(asked);
    expect(await numbers({ turn: 'holder' })).not.toContain(asked);
    expect(await numbers({ states: ['qualification.informationRequired'] })).toContain(asked);
    const states = ['qualification.informationRequired'] as const;
    expect(await numbers({ states: [...states], turn: 'holder' })).toEqual([]);
    expect(await numbers({ kind: 'public' })).toContain(body);
    expect(await numbers({ kind: 'personal' })).not.toContain(body);
  });

  test('selects overdue applications, to the millisecond', async () => {
    const number = await emergencyOf('Overdue');
    const { items } = await queue({ search: number });
    const dueAt = items[0]?.dueAt ?? 0;
    const overdue = () => numbers({ search: number, overdue: true });
    portal.clock.set(dueAt);
    expect(await overdue()).toEqual([]);
    portal.clock.set(dueAt + 1);
    expect(await overdue()).toEqual([number]);
    const { items: late, counts } = await queue({ search: number });
    expect(late[0]?.isOverdue).toBe(true);
    expect(counts).toMatchObject([{ count: 1, overdue: 1 }]);
  });

  test('finds by text', async () => {
    const number = await filedBy('Światłowska');
    const words = [
      // The number, and its end in small letters.
      ...[number, number.slice(-6).toLowerCase()],
      // Names in any case and order, the end of the VIN, an address.
      ...['śWIATŁOWSKA', 'świat ANNA', '000001 świat', 'owner@example świat'],
      // Two letters, too few for an index.
      ...['św', `św ${number}`],
    ];
    for (const search of words)
      expect([search, (await numbers({ search })).includes(number)]).toEqual([search, true]);
  });

  test.each([
    ['Şahin', 'Sahin'],
    ['Sahin', 'Şahin'],
    ['Müller', 'MULLER'],
    ['Weiß', 'weiss'],
    ['Sørensen', 'Sorensen'],
    ['Łukasiewicz', 'Lukasiewicz'],
    ['Đorđević', 'Dordevic'],
    ['İpek', 'ipek'],
    ['O’Brien', "O'Brien"],
    ["O'Brien", 'O’Brien'],
    ['O’Brien', 'obrien'],
    ['ＭＩＬＬＥＲ', 'miller'],
    // Two characters at any position: Chinese names have no spaces.
    ['王小明', '王小'],
    ['王小明', '小明'],
    ['北京市交通委员会', '交通'],
    ['Qxvyq', 'xv'],
  ])('ignores accents, apostrophes and the position: %s is found by %s', async (name, search) => {
    const number = await filedBy(name);
    expect(await numbers({ search })).toContain(number);
    expect(await numbers({ search: `${search}${search}` })).not.toContain(number);
  });

  test('finds nothing by text without matches or with a meaning in SQL', async () => {
    const texts = [
      ...['%', '_', '\\', "' or 1=1 --", 'no such person'],
      ...['"nowak"', 'anna*', '""" """', '(anna)'],
    ];
    for (const search of texts) expect([search, await numbers({ search })]).toEqual([search, []]);
  });
});

test('counts per state apply the filter except its states', async () => {
  const first = await filedBy('Counted');
  await filedBy('Counted');
  await portal.granted('deskStartReview', { applicationNumber: first, revision: 0 }, reviewer);
  const { counts, total } = await queue({ search: 'counted', states: ['qualification.submitted'] });
  expect(total).toBe(1);
  expect(counts?.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
    { state: 'qualification.submitted', count: 1, overdue: 0, dueToday: 0 },
    { state: 'qualification.underReview', count: 1, overdue: 0, dueToday: 0 },
  ]);
  const { items } = await queue({ search: first });
  portal.clock.set(items[0]?.dueAt ?? 0);
  expect((await queue({ search: 'counted' })).counts).toMatchObject([
    { overdue: 0, dueToday: 1 },
    { overdue: 0, dueToday: 1 },
  ]);
});

test('an item names requester, kind and due date', async () => {
  const number = await filedBy('Tilling');
  const [item] = (await queue({ search: number })).items;
  expect(item).toMatchObject({
    requesterEmail: 'owner@example.eu',
    requesterName: 'Anna Tilling',
    assignee: null,
    previousAssignee: null,
    purpose: 'Information for myself',
    clock: { basis: 'serviceGoal', limit: 20, used: 0 },
    isAnswered: false,
    isOverdue: false,
    dueAt: endOfDayOf(portal.services.now() + 20 * DAY, 'Europe/Brussels'),
  });
});

test('an item says how many days are used, and whether the requester has answered', async () => {
  const body = await emergencyOf('Progress of the flood');
  const { number, revision } = await portal.applicationAt('underReview');
  const itemOf = async (search: string) => (await queue({ search })).items[0];
  const question = { text: 'Please check this.', dueOn: '2099-01-31', items: [] };
  const asked = { applicationNumber: number, revision, ...question };
  const sent = await portal.granted('deskRequestInformation', asked, reviewer);
  expect(await itemOf(number)).toMatchObject({ isAnswered: false });
  // Longer than any holidays.
  portal.clock.advance(20 * DAY);
  const answer = { ...sent, files: [], text: 'It is so.' };
  const again = { token: await portal.signIn('owner@example.eu') };
  const { revision: answered } = await portal.granted('qualificationReviewSup', answer, again);
  expect(await itemOf(number)).toMatchObject({
    isAnswered: true,
    // The days on which the requester had to act are not counted.
    clock: { basis: 'serviceGoal', limit: 20, used: 0 },
  });
  const { clock } = await portal.granted('deskApplication', { applicationNumber: body }, reviewer);
  const { basis, limit, used } = clock;
  expect((await itemOf(body))?.clock).toEqual({ basis, limit, used });
  expect({ basis, limit }).toEqual({ basis: 'workingDays', limit: 5 });
  expect(used).toBeGreaterThan(0);
  const passed = { applicationNumber: number, revision: answered };
  await portal.granted('deskPassQualification', passed, reviewer);
  expect(await itemOf(number)).toMatchObject({ isAnswered: false });
});

test('an item has a label or the beginning of a text as its purpose', async () => {
  const number = await filedPublicRequest(portal, portal.tokens.stranger, {
    purpose: 'Road safety. '.repeat(700).trim(),
  });
  expect((await queue({ search: number })).items[0]?.purpose).toMatch(/^(Road safety. ){15}Road…$/);
  const inPolish = { ...reviewer, language: 'pl' as const };
  const personal = await filedBy('Purposes');
  const { items } = await portal.granted('deskQueue', { search: personal }, inPolish);
  expect(items[0]?.purpose).toBe('Informacja na własny użytek');
  // A Latin name keeps its order in Chinese.
  const inChinese = { ...reviewer, language: 'zh' as const };
  const { items: chinese } = await portal.granted('deskQueue', { search: personal }, inChinese);
  expect(chinese[0]?.requesterName).toBe('Anna Purposes');
});

describe('saved views', () => {
  type Saved = InputOf<typeof endpoints.deskViewSave>;
  const save = (name: string, filter: Filter = {}, others: Partial<Saved> = {}, by = reviewer) =>
    portal.call('deskViewSave', { name, filter, ...others }, by);
  const names = async (who = reviewer) =>
    (await portal.granted('deskViews', {}, who)).map(({ name }) => name);
  beforeEach(async () => {
    await portal.services.store.db.deleteFrom('saved_view').execute();
  });

  test('belong to one account, and a second with the same name replaces the first', async () => {
    const filter = { assigned: 'me', overdue: true, sort: 'filed', descending: true } as const;
    granted(await save('Mine', { assigned: 'me' }));
    granted(await save('Mine', filter));
    const views = await portal.granted('deskViews', {}, reviewer);
    const { id: owner } = await row(portal.services, 'account', { email: 'reviewer@example.eu' });
    const ownerEmail = 'reviewer@example.eu';
    expect(views).toEqual([{ owner, ownerEmail, name: 'Mine', isShared: false, filter }]);
    expect(await names(owningReviewer)).toEqual([]);
    const others = await portal.call('deskViewForget', { owner, name: 'Mine' }, owningReviewer);
    expectCode(others, codes.notFound);
    await portal.granted('deskViewForget', { name: 'Mine' }, reviewer);
    expect(await names()).toEqual([]);
  });

  test('of the team are seen by all staff and changed by their author and leads', async () => {
    const colleague = owningReviewer;
    const lead = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
    granted(await save('Late', { overdue: true }, { isShared: true }));
    granted(await save('Own'));
    // A view of the team is not replaced by a private one.
    expectCode(await save('Late'), codes.invalid);
    expect(await names(colleague)).toEqual(['Late']);
    const [{ owner = '' } = {}] = await portal.granted('deskViews', {}, lead);
    const late = { owner, name: 'Late' };
    const renamed = { view: late, isShared: true };
    expectCode(await save('Mine', {}, renamed, colleague), codes.notFound);
    expectCode(await portal.call('deskViewForget', late, colleague), codes.notFound);
    expect(await save('Own', {}, renamed)).toMatchObject({
      code: codes.invalid,
      data: { fields: [{ field: 'name', problem: 'choice' }] },
    });
    granted(await save('Overdue', { overdue: true }, renamed, lead));
    expect(await names(colleague)).toEqual(['Overdue']);
    expect(await names()).toEqual(['Overdue', 'Own']);
    // Not even a lead sees or changes private views.
    const own = { owner, name: 'Own' };
    expectCode(await save('Taken', {}, { view: own }, lead), codes.notFound);
    expectCode(await portal.call('deskViewForget', own, lead), codes.notFound);
    granted(await save('Overdue', {}, { view: { owner, name: 'Overdue' }, isShared: false }));
    expect(await names(colleague)).toEqual([]);
    granted(await save('Overdue', {}, { isShared: true }));
    await portal.granted('deskViewForget', { owner, name: 'Overdue' }, lead);
    expect(await names()).toEqual(['Own']);
  });

  test('have the number of applications that the queue has, like the standard views', async () => {
    await emergencyOf('Numbers of the flood');
    const number = await filedBy('Numbers');
    await portal.granted('deskTake', { applicationNumber: number }, reviewer);
    await portal.granted('deskWatch', { applicationNumber: number, isWatched: true }, reviewer);
    portal.clock.advance(21 * DAY);
    const filters: Record<string, Filter> = {
      Mine: { assigned: 'me', kind: 'personal', overdue: true, sort: 'filed', descending: true },
      Named: { search: 'numbers', turn: 'holder' },
      Ended: { states: ['terminated.byRequester', 'terminated.byHolder'] },
      Refused: { outcome: 'refused' },
    };
    for (const [name, filter] of Object.entries(filters)) granted(await save(name, filter));
    const { standard, saved } = await portal.granted('deskViewCounts', {}, reviewer);
    for (const { name, count } of saved)
      expect([name, count]).toEqual([name, (await queue(filters[name] as Filter)).total]);
    expect(saved.map(({ name }) => name)).toEqual(Object.keys(filters).toSorted());
    for (const [name, filter] of Object.entries(standardViews))
      expect([name, standard[name as StandardView]]).toEqual([name, (await queue(filter)).total]);
    expect(standard).toMatchObject({ watched: 1, opinion: 0 });
    expect(standard.mine).toBeGreaterThan(0);
  });

  test('are limited in number; an existing one can still be changed', async () => {
    for (let index = 0; index < MAX_VIEWS; index++) granted(await save(`View ${index}`));
    expect(await names()).toEqual((await names()).toSorted());
    // The limit is per account: views of colleagues do not count.
    const one = { name: 'View', filter: {} };
    await portal.granted('deskViewSave', one, owningReviewer);
    await portal.granted('deskViewForget', { name: one.name }, owningReviewer);
    expect(await save('One more')).toMatchObject({
      code: codes.invalid,
      data: { fields: [{ field: 'name', problem: 'range' }] },
    });
    expectCode(await save('View 0', { kind: 'public' }), 200);
  });
});
