import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { DRAFT_DAYS, MAX_DRAFT, MAX_DRAFTS } from '#contract/limits.ts';
import { purgeDrafts } from '#server/accounts/drafts.ts';
import { purgeAccounts } from '#server/accounts/purge-accounts.ts';
import { reseal } from '#server/accounts/reseal.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import {
  dataRequest,
  granted,
  personalForm,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const CONTENT = '{"values":{"purpose":"Kanarienvogel"}}';

const portal = portalOfTest(startSeededPortal);
const owner = () => portal.tokens.owner;
const stored = () => portal.services.store.db.selectFrom('draft').selectAll().execute();

const save = async (
  basedOn = 0,
  { content = CONTENT, name = 'application', token = owner() } = {},
) => portal.call('draftSave', { name, basedOn, content }, { token });
const saved = async (...input: Parameters<typeof save>) => {
  const answer = granted(await save(...input));
  expect(answer.isSaved).toBe(true);
  return answer.draft?.version ?? 0;
};
const read = async (token = owner(), name = 'application') =>
  granted(await portal.call('draftRead', { name }, { token }));
const supplement = (index: number) =>
  `supplement:VD-20261120-0000${String(index).padStart(2, '0')}`;
const list = async (token = owner()) => granted(await portal.call('draftList', {}, { token }));

test('drafts are listed as they were saved, the last first', async () => {
  await saved(0, { name: supplement(1) });
  portal.clock.advance(1);
  for (const name of [supplement(2), 'application']) await saved(0, { name });
  const names = (await list()).map(({ name }) => name);
  expect(names).toEqual(['application', supplement(2), supplement(1)]);
});

test('a draft is there on another device, listed with its age, and for nobody else', async () => {
  const version = await saved();
  const savedAt = portal.services.now();
  portal.clock.advance(HOUR);
  const otherDevice = await portal.signIn('owner@example.eu');
  expect(await read(otherDevice)).toEqual({ version, savedAt, content: CONTENT });
  expect(await list(otherDevice)).toEqual([{ name: 'application', version, savedAt }]);
  const { stranger, reviewer } = portal.tokens;
  for (const token of [stranger, reviewer]) {
    expect(await read(token)).toBeNull();
    expect(await list(token)).toEqual([]);
    granted(await portal.call('draftForget', { name: 'application' }, { token }));
  }
  expect((await read())?.content).toBe(CONTENT);
});

test('of two people who are at one form each goes on with their own', async () => {
  const { stranger } = portal.tokens;
  let [own, others] = [await saved(), await saved(0, { token: stranger })];
  for (let round = 0; round < 2; round++) {
    portal.clock.advance(HOUR);
    own = await saved(own);
    own = await saved(own);
    others = await saved(others, { token: stranger });
    others = await saved(others, { token: stranger });
  }
  expect((await list()).map(({ version }) => version)).toEqual([own]);
  expect((await list(stranger)).map(({ version }) => version)).toEqual([others]);
});

test('nobody reads it in the database, nor as another’s', async () => {
  await saved();
  const [row] = await stored();
  expect(JSON.stringify(row)).not.toContain('Kanarienvogel');
  expect(Buffer.from(row?.content ?? '', 'base64').toString()).not.toContain('Kanarienvogel');
  const { db } = portal.services.store;
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'stranger@example.eu')
    .executeTakeFirstOrThrow();
  await db.updateTable('draft').set({ account_id: id }).execute();
  expect(await read(portal.tokens.stranger)).toBeNull();
  // It is of no use to anybody, and in nobody's way.
  const { stranger: token } = portal.tokens;
  const typed = { name: 'application' as const, basedOn: 0, content: '{"values":{}}' };
  expectCode(await portal.call('draftSave', typed, { token }), 200);
  expect((await read(token))?.content).toBe(typed.content);
});

test('of two devices the later one is offered what the other saved, and neither is lost', async () => {
  const first = await saved();
  const second = await saved(first, { content: '{"values":{"a":1}}' });
  expect(second).toBeGreaterThan(first);
  const late = granted(await save(first, { content: '{"values":{"a":2}}' }));
  expect(late).toMatchObject({
    isSaved: false,
    draft: { version: second, content: '{"values":{"a":1}}' },
  });
  expect((await read())?.version).toBe(second);
  // Who has seen it may go on from it.
  await saved(second, { content: '{"values":{"a":2}}' });
});

test('of many at once from the same version one is saved', async () => {
  const base = await saved();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => save(base, { content: `{"values":${index}}` })),
  );
  const winners = answers.filter((answer) => granted(answer).isSaved);
  expect(winners).toHaveLength(1);
  expect((await read())?.content).toBe(granted(winners[0] as (typeof answers)[0]).draft?.content);
});

test('one that was sent or given up elsewhere does not come back', async () => {
  const version = await saved();
  granted(await portal.call('draftForget', { name: 'application' }, { token: owner() }));
  expect(granted(await save(version))).toEqual({ isSaved: false, draft: null });
  portal.clock.advance(1);
  const anew = await saved();
  // Nor does it take the place of one that was begun since.
  const late = granted(await save(version, { content: '{"values":{"a":1}}' }));
  expect(late).toMatchObject({ isSaved: false, draft: { version: anew, content: CONTENT } });
  const form = personalForm([await portal.uploaded()]);
  const sent = { submissionId: crypto.randomUUID(), form };
  granted(await portal.call('personQualificationReview', sent, { token: owner() }));
  expect(await list()).toEqual([]);
});

test('the draft of a data request and of an answer end with what is sent', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  await saved(0, { name: `data-request:${number}` });
  const input = { applicationNumber: number, revision, form: dataRequest };
  portal.clock.advance(DAY);
  granted(await portal.call('personDataApplication', input, { token: owner() }));
  const asked = await portal.applicationAt('informationRequired');
  await saved(0, { name: `supplement:${asked.number}` });
  await saved();
  granted(
    await portal.call(
      'qualificationReviewSup',
      { applicationNumber: asked.number, revision: asked.revision, text: 'Here.', files: [] },
      { token: owner() },
    ),
  );
  // That of another form stays.
  expect((await list()).map(({ name }) => name)).toEqual(['application']);
});

test(`${DRAFT_DAYS} days after it was saved a draft is gone, and with the account`, async () => {
  await saved();
  portal.clock.advance(DRAFT_DAYS * DAY - 1);
  await purgeDrafts(portal.services);
  expect(await stored()).toHaveLength(1);
  portal.clock.advance(1);
  const token = await portal.signIn('owner@example.eu');
  expect([await read(token), await list(token)]).toEqual([null, []]);
  await purgeDrafts(portal.services);
  expect(await stored()).toEqual([]);
  await saved(0, { token });
  const { db } = portal.services.store;
  portal.services.config.RECORD_DAYS = 0;
  await db.deleteFrom('session').execute();
  await purgeAccounts(portal.services);
  const left = await db.selectFrom('account').select('email').execute();
  expect(left.map(({ email }) => email)).not.toContain('owner@example.eu');
  expect(await stored()).toEqual([]);
});

test('a draft whose time is over is in nobody’s way, also before it is deleted', async () => {
  const others = Array.from({ length: MAX_DRAFTS - 1 }, (_, index) => supplement(index));
  for (const name of ['application', ...others]) await saved(0, { name });
  portal.clock.advance(DRAFT_DAYS * DAY);
  const token = await portal.signIn('owner@example.eu');
  await saved(0, { token, name: 'public-request' });
  await saved(0, { token });
});

test('too much, too many, too often and no form at all are refused in words', async () => {
  expectCode(await save(0, { content: 'x'.repeat(MAX_DRAFT) }), codes.ok);
  const fields = async (input: Parameters<typeof save>[1]) =>
    (await save(0, input)).data as unknown as { fields: unknown };
  expect(await fields({ content: 'x'.repeat(MAX_DRAFT + 1) })).toEqual({
    fields: [{ field: 'content', problem: 'tooLong' }],
  });
  expect(await fields({ name: 'diary' })).toEqual({
    fields: [{ field: 'name', problem: 'format' }],
  });
  for (let index = 1; index < MAX_DRAFTS; index++) await saved(0, { name: supplement(index) });
  expect(await fields({ name: 'public-request' })).toEqual({
    fields: [{ field: 'name', problem: 'range' }],
  });
  const { db } = portal.services.store;
  const wholeAt = portal.services.now() + HOUR;
  await db.updateTable('allowance').set({ whole_at: wholeAt }).execute();
  expectCode(await save(), codes.tooMany);
});

test('a new secret seals drafts anew, so that the one before can be dropped', async () => {
  const all = [
    [owner(), 'application'],
    [owner(), 'public-request'],
    [portal.tokens.stranger, 'application'],
  ] as const;
  for (const [token, name] of all) await saved(0, { token, name });
  const { config } = portal.services;
  config.SECRET = ['another secret of thirty-two characters and more', ...config.SECRET];
  expect((await read())?.content).toBe(CONTENT);
  expect((await reseal(portal.services)).resealed).toBe(3);
  expect((await reseal(portal.services)).resealed).toBe(0);
  config.SECRET = [config.SECRET[0]];
  for (const [token, name] of all) expect((await read(token, name))?.content).toBe(CONTENT);
});

test('a draft that is saved while it is sealed anew stays as it was saved', async () => {
  const version = await saved();
  const { services } = portal;
  const { config } = services;
  config.SECRET = ['another secret of thirty-two characters and more', ...config.SECRET];
  const content = '{"values":{"purpose":"Wellensittich"}}';
  const meanwhile = afterReading(services, 'content', () => saved(version, { content }));
  await reseal(meanwhile);
  config.SECRET = [config.SECRET[0]];
  expect((await read())?.content).toBe(content);
});

test('a wrong secret, by mistake, costs no draft until something new is typed', async () => {
  await saved();
  const { config } = portal.services;
  const right = config.SECRET;
  config.SECRET = ['a wrong secret of thirty-two characters and more'];
  expect(await read()).toBeNull();
  config.SECRET = right;
  expect((await read())?.content).toBe(CONTENT);
  config.SECRET = ['a wrong secret of thirty-two characters and more'];
  expectCode(await save(), 200);
  expect((await read())?.content).toBe(CONTENT);
  config.SECRET = right;
});
