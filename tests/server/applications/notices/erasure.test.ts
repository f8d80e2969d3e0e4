import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { PublicForm } from '#contract/public-form.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows, rows } from '#tests/server/fixture.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import {
  completeExtent,
  filedPublicRequest,
  givenRequest,
  publicRequest,
} from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);
const { reviewer } = callersOf(portal);

/** Files a request of a public-sector body; `approved` also approves it. */
async function request(body: string, form: Partial<PublicForm> = {}, approved = false) {
  portal.clock.advance(61_000);
  const token = await portal.signIn(body);
  const file = approved ? givenRequest : filedPublicRequest;
  return file(portal, token, { departmentName: body, ...form });
}

const hintsFor = async (applicationNumber: string) => {
  const { data } = await portal.call('deskApplication', { applicationNumber }, reviewer);
  return data.alreadyGiven.items.map((given) => given.applicationNumber);
};
const sameAs = (number: string, page = 1) =>
  portal.granted('deskErasureLedger', { sameAs: number, page, pageSize: 20 }, reviewer);

test('data given to another body are shown until they are reported erased', async () => {
  const range = { from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z' };
  const dataTypes: PublicForm['dataTypes'] = ['battery'];
  // One type in common is enough.
  const more: PublicForm['dataTypes'] = ['battery', 'status'];
  // A customer's data are not given to a public body.
  await portal.applicationAt('approved');
  const given = await request('water@example.eu', { ...range, dataTypes: more }, true);
  const same = await request('roads@example.eu', { ...range, dataTypes });
  const ownAgain = await request('water@example.eu', { ...range, dataTypes });
  const otherTypes = await request('parks@example.eu', { ...range, dataTypes: ['diagnostics'] });
  const later = await request('ports@example.eu', {
    dataTypes,
    from: range.to,
    to: '2025-03-01T00:00:00Z',
  });
  const before = await request('canals@example.eu', {
    dataTypes,
    from: '2024-12-01T00:00:00Z',
    to: range.from,
  });
  expect(await hintsFor(same)).toEqual([given]);
  for (const other of [ownAgain, otherTypes, later, before])
    expect(await hintsFor(other)).toEqual([]);

  const erased = { applicationNumber: given, erasedOn: '2026-11-19', text: 'Letter no. 7.' };
  expectCode(await portal.call('deskErasureRecord', erased, reviewer), 200);
  expect(await hintsFor(same)).toEqual([]);
  const ledger = await portal.call('deskErasureLedger', { page: 1, pageSize: 20 }, reviewer);
  expect(ledger.data.total).toBe(1);
  expect(ledger.data.items[0]).toMatchObject({
    applicationNumber: given,
    departmentName: 'water@example.eu',
    notice: { erasedOn: '2026-11-19', text: 'Letter no. 7.', recordedBy: 'reviewer@example.eu' },
  });
});

test('the desk and the ledger list the latest delivery first', async () => {
  const form = { dataTypes: ['battery' as const] };
  const [first, last] = [
    await request('water@example.eu', form, true),
    await request('parks@example.eu', form, true),
  ];
  const ledger = async () =>
    (await portal.granted('deskErasureLedger', { page: 1, pageSize: 20 }, reviewer)).items.map(
      ({ applicationNumber }) => applicationNumber,
    );
  expect(await hintsFor(await request('roads@example.eu', form))).toEqual([last, first]);
  expect(await ledger()).toEqual([last, first]);
  // Approved at the same time, therefore in the order of their numbers.
  await changeRows(portal.services, 'history_entry', {}, { at: 1 });
  expect(await ledger()).toEqual([first, last].toSorted());
});

test('data that were requested but not approved do not count as given', async () => {
  const form = { dataTypes: ['battery' as const, 'status' as const] };
  const number = await publicRequest(portal, await portal.signIn('parks@example.eu'), form);
  const extent = {
    ...completeExtent(form),
    dataTypes: ['battery' as const],
    to: '2026-02-01T00:00:00Z',
  };
  await portal.granted('deskApprove', { applicationNumber: number, revision: 1, extent }, reviewer);
  const ofStatus = await request('fire@example.eu', { dataTypes: ['status'] });
  const ofLater = await request('snow@example.eu', { dataTypes: ['battery'], from: extent.to });
  const ofSame = await request('sand@example.eu', { dataTypes: ['battery'] });
  expect(await hintsFor(ofStatus)).not.toContain(number);
  expect(await hintsFor(ofLater)).not.toContain(number);
  expect(await hintsFor(ofSame)).toContain(number);
});

test.each([
  ['the same name', 'two@example.eu', 'Water Board', true],
  ['a name that is written differently', 'two@example.eu', ' wáter  BOARD.', true],
  ['another name for the same account', 'one@example.eu', 'Board of Water', true],
  ['another name', 'two@example.eu', 'Road Board', false],
])(
  'the desk and the ledger agree on whether two bodies are the same: %s',
  async (_, account, departmentName, isSame) => {
    const form = { dataTypes: ['battery' as const] };
    const refused = await request('one@example.eu', { ...form, departmentName: 'Water Board' });
    const refusal = { applicationNumber: refused, revision: 0, text: 'Not shown.' };
    await portal.granted('deskRefuse', { ...refusal, ground: 'conditionsNotMet' }, reviewer);
    const given = await request('one@example.eu', { ...form, departmentName: 'Water Board' }, true);
    const number = await request(account, { ...form, departmentName });
    const record = await portal.granted('deskApplication', { applicationNumber: number }, reviewer);
    expect(record.alreadyGiven.items.length).toBe(isSame ? 0 : 1);
    expect((await sameAs(number)).total).toBe(isSame ? 0 : 1);
    expect(record.others.map((other) => other.number)).toEqual(isSame ? [given, refused] : []);
    expect(record.resubmission?.earlier).toBe(isSame ? refused : undefined);
    const ground = 'alreadyProvided' as const;
    const decision = { ...refusal, applicationNumber: number, ground, earlier: given };
    expectCode(
      await portal.call('deskRefuse', decision, reviewer),
      isSame ? codes.invalid : codes.ok,
    );
  },
);

test('of 512 matches the case shows the newest three, the ledger all, and an ended case none', async () => {
  const purpose = 'Flood forecasts. '.repeat(200).trim();
  const form = { dataTypes: ['battery' as const], purpose };
  const given = await request('water@example.eu', form, true);
  const { db } = portal.services.store;
  const of = (number: string) => ({ number, submission_id: `submission-${number}` });
  const [row] = await rows(portal.services, 'application', { number: given });
  const [approval] = await rows(portal.services, 'history_entry', {
    application_number: given,
    event: 'data.approve',
  });
  const copies = Array.from({ length: 511 }, (_, index) => ({
    ...(row as Schema['application']),
    ...of(`VD-20261101-${String(index).padStart(6, '0')}`),
  }));
  await db.insertInto('application').values(copies).execute();
  const entries = copies.map(({ number }, index) => ({
    ...(approval as Schema['history_entry']),
    application_number: number,
    at: index,
  }));
  // An approval without an extent: its form describes the given data.
  const [oldest, ...others] = entries as [Schema['history_entry'], ...Schema['history_entry'][]];
  await addRows(portal.services, 'history_entry', { ...oldest, facts_json: null }, ...others);
  const number = await request('roads@example.eu', form);
  const answer = await portal.call('deskApplication', { applicationNumber: number }, reviewer);
  const { alreadyGiven } = granted(answer);
  expect(alreadyGiven.total).toBe(512);
  const beginning = `${'Flood forecasts. '.repeat(11)}Flood…`;
  expect(alreadyGiven.items).toMatchObject([
    { applicationNumber: given, departmentName: 'water@example.eu', purpose: beginning },
    { applicationNumber: copies[510]?.number, approvedAt: 510 },
    { applicationNumber: copies[509]?.number, approvedAt: 509 },
  ]);
  const last = await sameAs(number, 26);
  expect(last.total).toBe(512);
  expect(last.items.map(({ applicationNumber }) => applicationNumber)).toEqual(
    copies
      .slice(0, 12)
      .reverse()
      .map((copy) => copy.number),
  );
  expect((await sameAs(number, 27)).items).toEqual([]);
  for (const [search, found] of [
    ['WATER@', 512],
    ['1101-000007', 1],
    ['of nobody', 0],
  ] as const) {
    const input = { sameAs: number, search, page: 1, pageSize: 20 };
    expect((await portal.granted('deskErasureLedger', input, reviewer)).total).toBe(found);
  }
  const unknown = { sameAs: 'VD-20261120-000000', page: 1, pageSize: 20 };
  expectCode(await portal.call('deskErasureLedger', unknown, reviewer), codes.notFound);

  // A newer code than that of the first sign-in.
  portal.clock.advance(61_000);
  await portal.granted(
    'terminateOrder',
    { applicationNumber: number, revision: 0 },
    { token: await portal.signIn('roads@example.eu') },
  );
  const ended = await portal.granted('deskApplication', { applicationNumber: number }, reviewer);
  expect(ended.alreadyGiven).toEqual({ total: 0, items: [] });
});

test('a refusal because another body asked before names that body in mail and letter', async () => {
  const form = { dataTypes: ['battery' as const] };
  const earlier = await request('one@example.eu', { ...form, departmentName: 'Water Board' }, true);
  const own = await request('four@example.eu', { ...form, departmentName: 'Road  Board' }, true);
  const number = await request('three@example.eu', { ...form, departmentName: 'Road Board' });
  const refusal = {
    applicationNumber: number,
    revision: 0,
    ground: 'alreadyProvided' as const,
    text: 'See there.',
  };
  const refuse = async (chosen: object) =>
    (await portal.call('deskRefuse', { ...refusal, ...chosen }, reviewer)).data;
  const wrong = (problem: string) => ({ fields: [{ field: 'earlier', problem }] });
  expect(await refuse({})).toEqual(wrong('required'));
  for (const other of [own, number, 'VD-20261120-000000'])
    expect(await refuse({ earlier: other }), other).toEqual(wrong('choice'));
  const preview = { ...refusal, decision: 'refuse' as const, earlier };
  const sentence = 'The public sector body that asked before: Water Board';
  expect((await portal.granted('deskPreview', preview, reviewer)).body).toContain(sentence);
  await portal.granted('deskRefuse', { ...refusal, earlier }, reviewer);
  const input = { applicationNumber: number };
  const { response } = await portal.call('deskDecisionLetter', input, reviewer);
  expect(await docxText(response.rawPayload)).toContain(sentence);
});

test('an erasure notice is recorded once, only for given data and not for a future day', async () => {
  const given = await request('forests@example.eu', {}, true);
  const pending = await request('rivers@example.eu');
  const record = async (applicationNumber: string, erasedOn = '2026-11-19') =>
    (await portal.call('deskErasureRecord', { applicationNumber, erasedOn }, reviewer)).code;
  expect(await record(given, '2026-11-21')).toBe(codes.invalid);
  expect(await record(pending)).toBe(codes.notAllowedNow);
  expect(await record('VD-20261120-000000')).toBe(codes.notFound);
  expect(await record(given)).toBe(200);
  expect(await record(given)).toBe(codes.notAllowedNow);
  const entries = await rows(portal.services, 'audit_entry', {
    action: 'erasure.record',
    application_number: given,
  });
  expect(entries).toMatchObject([{ application_number: given, detail: '2026-11-19' }]);
});
