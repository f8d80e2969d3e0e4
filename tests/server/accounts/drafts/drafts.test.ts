import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { DRAFT_DAYS, MAX_DRAFT_CHARACTERS, MAX_DRAFTS_PER_ACCOUNT } from '#contract/limits.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { purgeDrafts } from '#server/accounts/drafts/drafts.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import {
  dataRequest,
  granted,
  personalForm,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';

const OTHER = 'another secret of thirty-two characters and more';
const CONTENT = '{"values":{"purpose":"Kanarienvogel"}}';

const portal = portalOfTest(startSeededPortal);
const owner = () => portal.tokens.owner;
const stored = () => rows(portal.services, 'draft');

const save = async (
  revision = 0,
  { content = CONTENT, name = 'application', token = owner() } = {},
) => portal.call('draftSave', { name, revision, content }, { token });
const saved = async (...input: Parameters<typeof save>) => granted(await save(...input)).revision;
const read = async (token = owner(), name = 'application') =>
  await portal.granted('draftRead', { name }, { token });
const supplement = (index: number) => `supplement:VD-20261120-${String(index).padStart(6, '0')}`;

test('a draft is available on another device with its age, and only to its account', async () => {
  const revision = await saved();
  const savedAt = portal.services.now();
  portal.clock.advance(HOUR);
  const otherDevice = await portal.signIn('owner@example.eu');
  expect(await read(otherDevice)).toEqual({ revision, savedAt, content: CONTENT });
  const { stranger, reviewer } = portal.tokens;
  for (const token of [stranger, reviewer]) {
    expect(await read(token)).toBeNull();
    await portal.granted('draftForget', { name: 'application' }, { token });
  }
  expect((await read())?.content).toBe(CONTENT);
});

test('a draft is unreadable in the database and in another account', async () => {
  await saved();
  const [draft] = await stored();
  expect(JSON.stringify(draft)).not.toContain('Kanarienvogel');
  expect(Buffer.from(draft?.content ?? '', 'base64').toString()).not.toContain('Kanarienvogel');
  const { id } = await row(portal.services, 'account', { email: 'stranger@example.eu' });
  await changeRows(portal.services, 'draft', {}, { account_id: id });
  expect(await read(portal.tokens.stranger)).toBeNull();
  // The unreadable draft is replaced by the next save.
  const typed = { token: portal.tokens.stranger, content: '{"values":{}}' };
  await saved(0, typed);
  expect((await read(typed.token))?.content).toBe(typed.content);
});

test('a save on an older revision is rejected with 409 and changes nothing', async () => {
  const first = await saved();
  const second = await saved(first, { content: '{"values":{"a":1}}' });
  expect(second).toBeGreaterThan(first);
  const late = await save(first, { content: '{"values":{"a":2}}' });
  expectCode(late, codes.draftOutdated);
  expect(late.status).toBe(409);
  expect(await read()).toMatchObject({ revision: second, content: '{"values":{"a":1}}' });
  await saved(second, { content: '{"values":{"a":2}}' });
});

test('a repeated save, whose first response was lost, succeeds with the stored revision', async () => {
  const revision = await saved();
  expect(await saved()).toBe(revision);
  portal.clock.advance(HOUR);
  const next = await saved(revision, { content: '{"values":{"a":1}}' });
  expect(await saved(revision, { content: '{"values":{"a":1}}' })).toBe(next);
  // Content of a revision before the last is no repeat.
  expectCode(await save(revision), codes.draftOutdated);
});

test('one of several concurrent saves on the same revision succeeds', async () => {
  const base = await saved();
  const contents = Array.from({ length: 8 }, (_, index) => `{"values":${index}}`);
  const answers = await Promise.all(contents.map((content) => save(base, { content })));
  const winners = contents.filter((_, index) => answers[index]?.code === codes.ok);
  expect(winners).toHaveLength(1);
  expect((await read())?.content).toBe(winners[0]);
});

test('a draft that was sent or deleted elsewhere is not restored by a late save', async () => {
  const revision = await saved();
  await portal.granted('draftForget', { name: 'application' }, { token: owner() });
  expectCode(await save(revision), codes.draftOutdated);
  portal.clock.advance(1);
  const next = await saved();
  const late = await save(revision, { content: '{"values":{"a":1}}' });
  expectCode(late, codes.draftOutdated);
  expect(await read()).toMatchObject({ revision: next, content: CONTENT });
  const form = personalForm([await portal.uploaded()]);
  const sent = { submissionId: crypto.randomUUID(), form };
  await portal.granted('personQualificationReview', sent, { token: owner() });
  expect(await stored()).toEqual([]);
});

test('the draft of a data request or of an answer is deleted when the form is sent', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  await saved(0, { name: `data-request:${number}` });
  const input = { applicationNumber: number, revision, form: dataRequest };
  portal.clock.advance(DAY);
  await portal.granted('personDataApplication', input, { token: owner() });
  const asked = await portal.applicationAt('informationRequired');
  await saved(0, { name: `supplement:${asked.number}` });
  await saved();
  await portal.granted(
    'qualificationReviewSup',
    { applicationNumber: asked.number, revision: asked.revision, text: 'Here.', files: [] },
    { token: owner() },
  );
  // The draft of another form stays.
  expect((await stored()).map(({ name }) => name)).toEqual(['application']);
});

test(`a draft is deleted ${DRAFT_DAYS} days after it was saved, and with the account`, async () => {
  await saved();
  portal.clock.advance(DRAFT_DAYS * DAY - 1);
  await purgeDrafts(portal.services);
  expect(await stored()).toHaveLength(1);
  portal.clock.advance(1);
  await purgeDrafts(portal.services);
  expect(await stored()).toEqual([]);
  const token = await portal.signIn('owner@example.eu');
  await saved(0, { token });
  portal.services.config.RECORD_DAYS = 0;
  await portal.services.store.db.deleteFrom('session').execute();
  await purgeAccounts(portal.services);
  expect(await rows(portal.services, 'account', { email: 'owner@example.eu' })).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('rejects a draft that is too large, exceeds the number of drafts, is saved too often, or belongs to an unknown form', async () => {
  expectCode(await save(0, { content: 'x'.repeat(MAX_DRAFT_CHARACTERS) }), codes.ok);
  const problems = async (input: Parameters<typeof save>[1]) =>
    ((await save(0, input)).data as unknown as { fields: unknown }).fields;
  const content = 'x'.repeat(MAX_DRAFT_CHARACTERS + 1);
  expect(await problems({ content })).toEqual([{ field: 'content', problem: 'tooLong' }]);
  expect(await problems({ name: 'diary' })).toEqual([{ field: 'name', problem: 'format' }]);
  for (let index = 1; index < MAX_DRAFTS_PER_ACCOUNT; index++)
    await saved(0, { name: supplement(index) });
  expect(await problems({ name: 'public-request' })).toEqual([{ field: 'name', problem: 'range' }]);
  await changeRows(portal.services, 'allowance', {}, { whole_at: portal.services.now() + HOUR });
  expectCode(await save(0, { content: '{}' }), codes.tooMany);
});

test('drafts are resealed with a new secret, so that the old one can be dropped', async () => {
  const all = [
    [owner(), 'application'],
    [owner(), 'public-request'],
    [portal.tokens.stranger, 'application'],
  ] as const;
  for (const [token, name] of all) await saved(0, { token, name });
  const { config } = portal.services;
  config.SECRET = [OTHER, ...config.SECRET];
  expect((await read())?.content).toBe(CONTENT);
  expect((await reseal(portal.services)).resealed).toBe(3);
  expect((await reseal(portal.services)).resealed).toBe(0);
  config.SECRET = [config.SECRET[0]];
  for (const [token, name] of all) expect((await read(token, name))?.content).toBe(CONTENT);
});

test('a draft saved during resealing keeps the saved content', async () => {
  const revision = await saved();
  const { config } = portal.services;
  config.SECRET = [OTHER, ...config.SECRET];
  const content = '{"values":{"purpose":"Wellensittich"}}';
  await reseal(afterReading(portal.services, 'content', () => saved(revision, { content })));
  config.SECRET = [config.SECRET[0]];
  expect((await read())?.content).toBe(content);
});

test('a wrong secret loses no draft until something new is typed', async () => {
  await saved();
  const { config } = portal.services;
  const right = config.SECRET;
  config.SECRET = [OTHER];
  // Two codes with the same time could be confused.
  portal.clock.advance(HOUR);
  const token = await portal.signIn('owner@example.eu');
  expect(await read(token)).toBeNull();
  config.SECRET = right;
  expect((await read())?.content).toBe(CONTENT);
  config.SECRET = [OTHER];
  expectCode(await save(0, { token }), 200);
  expect((await read(token))?.content).toBe(CONTENT);
  config.SECRET = right;
});
