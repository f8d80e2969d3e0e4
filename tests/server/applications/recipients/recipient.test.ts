import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { RECIPIENT_LINK_DAYS, RECIPIENT_LINKS_PER_HOUR } from '#contract/limits.ts';
import { cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { openDelivery } from '#server/applications/recipients/deliveries.ts';
import { confirmDelivery, recordFetch } from '#server/applications/recipients/recipients.ts';
import { expireReports } from '#server/applications/retention.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { startCopier } from '#server/reports/report-jobs.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRecorded, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { zippedFiles } from '#tests/server/reports/report-request.ts';
import { generateDue, runDue } from '#tests/server/run-due.ts';
import {
  granted,
  qualifiedForThirdParty,
  requestAt,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';

const DAY = 24 * 60 * 60 * 1000;
const email = 'workshop@example.com';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer, lead } = callersOf(portal, { lead: ['lead'] });
afterAll(async () => expect((await verifyChains(portal.services)).broken).toEqual([]));
let applicationNumber: string;
let revision: number;

/** An application for a third party in the state «data application pending». */
async function fileForThirdParty(to?: string) {
  applicationNumber = await qualifiedForThirdParty(portal, to);
  revision = 2;
}

async function requestData() {
  const form = {
    ...requestAt(portal.services.now()),
    agreement: [await portal.uploaded()],
  };
  const asked = await portal.call(
    'personDataApplication',
    { applicationNumber, revision, form },
    owner,
  );
  ({ revision } = granted(asked));
}

async function approve() {
  await requestData();
  const sent = { applicationNumber, revision };
  await portal.granted('deskApprove', sent, reviewer);
  await generateDue(portal.services);
}

/** Removes the recipient's address from the form, as if an older release had stored it. */
async function forgetAddress() {
  const { store } = portal.services;
  const [row] = await rows(portal.services, 'application', { number: applicationNumber });
  const { thirdParty, ...form } = JSON.parse(row?.form_json ?? '');
  const form_json = JSON.stringify({ ...form, thirdParty: { ...thirdParty, email: undefined } });
  await changeRecorded({ store }, 'application', { number: applicationNumber }, { form_json });
}

const copyDue = () => runDue(portal.services, 'recipientCopy', startCopier(portal.services));
/** Later than all earlier mails, because the tests read the latest link. */
function name(to = email, caller = owner) {
  portal.clock.advance(1000);
  return portal.call('nameRecipient', { applicationNumber, email: to }, caller);
}
const withdraw = (caller = owner) =>
  portal.call('withdrawRecipient', { applicationNumber }, caller);
const open = (token: string) => portal.call('delivery', { token });
const confirm = (token: string) => portal.call('deliveryConfirm', { token });
const fetched = (token: string, format: 'xlsx' | 'zip' = 'xlsx') =>
  portal.call('deliveryFile', { token, format });

async function mailsTo(recipient: string) {
  const all = await rows(portal.services, 'mail', { recipient });
  return all.filter((mail) => mail.application_number === applicationNumber);
}
async function linkTo(recipient = email): Promise<string> {
  const bodies = (await mailsTo(recipient)).map(({ body }) => body);
  const links = bodies.flatMap((body) => /\/delivery#([\w-]{43})\n/.exec(body)?.[1] ?? []);
  return links.at(-1) ?? '';
}
const passwordIn = /Password of the file: (\S+)/;
const passwordsTo = async (recipient: string) =>
  (await mailsTo(recipient)).flatMap(({ body }) => passwordIn.exec(body)?.[1] ?? []);
const storedFiles = () => namesIn(portal.services, 'reports');
const recipient = async () =>
  (await portal.granted('applicationDetails', { applicationNumber }, owner)).recipient;
const actions = async () =>
  (await rows(portal.services, 'audit_entry', { application_number: applicationNumber }))
    .filter(({ action }) => action.startsWith('recipient.'))
    .map(({ action, actor }) => [action, actor]);

/** The manifest in a package that the password opens. */
const manifestIn = async (content: Uint8Array, password = '') =>
  JSON.parse(String((await zippedFiles(content, password))['manifest.json']));

beforeEach(async () => {
  portal.clock.advance(60 * 60_000);
  await fileForThirdParty();
});

test.each<[string, object, () => Promise<unknown>]>([
  [
    'another address is named',
    { email: 'other@example.com', provedAt: null },
    () => name('other@example.com'),
  ],
  ['the recipient is withdrawn', { provedAt: null }, () => withdraw()],
  ['the address is confirmed in another window', { email }, async () => confirm(await linkTo())],
])('a confirmation while %s has no effect', async (_, state, become) => {
  granted(await name());
  const { services } = portal;
  const opened = await openDelivery(services, await linkTo());
  await become();
  const [before, done, mails] = [
    await recipient(),
    await actions(),
    await mailsTo('owner@example.eu'),
  ];
  portal.clock.advance(1000);
  await services.store.transact((trx) => confirmDelivery({ services, trx }, opened, 'en'));
  expect(before).toMatchObject(state);
  expect(await recipient()).toEqual(before);
  expect(await actions()).toEqual(done);
  expect(await mailsTo('owner@example.eu')).toEqual(mails);
});

test('a change of one delivery does not affect another', async () => {
  granted(await name());
  const other = applicationNumber;
  const before = await recipient();
  await fileForThirdParty();
  granted(await name('second@example.com'));
  granted(await confirm(await linkTo('second@example.com')));
  granted(await withdraw());
  expect(await recipient()).toMatchObject({ withdrawnAt: portal.services.now() });
  applicationNumber = other;
  expect(await recipient()).toEqual(before);
});

test('a link is stored under the first secret when it is used, so that the old one can be removed', async () => {
  const { config } = portal.services;
  const [old] = config.SECRET;
  const fresh = 'the new secret of this test: no secret';
  onTestFinished(() => {
    Object.assign(config, { SECRET: [old] });
  });
  granted(await name());
  const token = await linkTo();
  for (const SECRET of [[old, fresh], [fresh, old], [fresh]]) {
    Object.assign(config, { SECRET });
    expect(granted(await open(token))).toMatchObject({ applicationNumber });
  }
  granted(await confirm(token));
  Object.assign(config, { SECRET: [old] });
  expectCode(await open(token), codes.notFound);
});

test('a link of release 1.0.0, whose digest has no key, still works', async () => {
  granted(await name());
  const token = await linkTo();
  const token_digest = createHash('sha256').update(token).digest('hex');
  const stored = () => row(portal.services, 'recipient', { application_number: applicationNumber });
  const ofApplication = { application_number: applicationNumber };
  await changeRecorded(portal.services, 'recipient', ofApplication, { token_digest });
  granted(await confirm(token));
  expect(granted(await open(token))).toMatchObject({ applicationNumber });
  expect((await stored()).token_digest).not.toBe(token_digest);
});

test('a third party confirms its address and gets its own copy without signing in', async () => {
  granted(await name());
  const token = await linkTo();
  expect(granted(await open(token))).toMatchObject({
    applicationNumber,
    recipient: 'Workshop Ltd',
    email,
    provedAt: null,
    progress: 'waiting',
    files: [],
  });
  expect(await recipient()).toMatchObject({ email, provedAt: null, isReady: false });
  granted(await confirm(token));
  await approve();
  expectCode(await fetched(token), codes.reportNotReady);
  portal.clock.advance(1000);
  await copyDue();

  const state = granted(await open(token));
  expect(state).toMatchObject({ progress: 'ready', dataTypes: ['Trips and usage'] });
  expect(state.files.map(({ format }) => format)).toEqual(['xlsx', 'zip']);
  const inPart = (range: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/server/uc-client/delivery/file',
      headers: { range },
      payload: { token, format: 'xlsx' },
    });
  // A download that leaves out the first byte counts, too.
  const rest = await inPart('bytes=100-');
  expect((await recipient())?.fetchedAt).toBe(portal.services.now());
  for (let count = 0; count < 20; count++) await inPart('bytes=0-0');
  const { response: workbook } = await fetched(token);
  const fetchedAt = portal.services.now();
  portal.clock.advance(1000);
  expect([workbook.statusCode, workbook.rawPayload.byteLength]).toEqual([
    200,
    state.files[0]?.size,
  ]);
  expect(workbook.headers['cache-control']).toBe('no-store');
  expect(rest.rawPayload.equals(workbook.rawPayload.subarray(100))).toBe(true);

  // The copy's password is in another mail than the link and does not open the owner's file.
  const [own] = await passwordsTo('owner@example.eu');
  const [others] = await passwordsTo(email);
  const { rawPayload } = (await fetched(token, 'zip')).response;
  expect(await manifestIn(rawPayload, others)).toMatchObject({
    recipient: { kind: 'thirdParty', name: 'Workshop Ltd' },
    purpose: 'ownInformation',
    sharedUntil: new Date(state.sharedUntil ?? 0).toISOString(),
  });
  await expect(manifestIn(rawPayload, own)).rejects.toThrow(/password/i);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Vehicle data are to be shared with you',
    'The vehicle data shared with you are ready',
  ]);
  expect((await mailsTo(email)).at(-1)?.body).not.toContain('/delivery');
  expect((await mailsTo('owner@example.eu')).map(({ subject }) => subject)).toContain(
    `Application ${applicationNumber}: the recipient has confirmed its address`,
  );
  expect(await actions()).toEqual([
    ['recipient.name', 'requester'],
    ['recipient.prove', 'recipient'],
    ...Array(2).fill(['recipient.fetch', 'recipient']),
  ]);
  expect(await recipient()).toMatchObject({ isReady: true, fetchedAt });
  // The token is not stored, and the clean-up keeps the copy.
  expect(JSON.stringify(await rows(portal.services, 'recipient'))).not.toContain(token);
  expect((await checkAllContents(portal.services)).damaged).toEqual([]);
  const files = await storedFiles();
  portal.clock.advance(2 * 60 * 60_000);
  await cleanUpReports(portal.services);
  expect(await storedFiles()).toEqual(files);

  // After the first download the address is fixed. Another report has another copy.
  expectCode(await name('other@example.com'), codes.notAllowedNow);
  await portal.granted('regenerateReport', { applicationNumber }, owner);
  expectCode(await fetched(token), codes.reportNotReady);
  await generateDue(portal.services);
  await copyDue();
  expect((await fetched(token)).response.statusCode).toBe(200);
  expect(new Set(await passwordsTo(email)).size).toBe(2);
  granted(await withdraw());
  expectCode(await name('other@example.com'), codes.notAllowedNow);
  granted(await name());
  expect(granted(await open(await linkTo())).provedAt).toBeNull();
});

test('a download that starts while the approval is withdrawn gets no data', async () => {
  granted(await name());
  granted(await confirm(await linkTo()));
  await approve();
  await copyDue();
  portal.clock.advance(60_000);
  const { services } = portal;
  const withdrawal = { applicationNumber, revision: revision + 1, text: 'Another vehicle.' };
  await portal.granted('deskWithdrawApproval', withdrawal, lead);
  const started = services.store.transact((trx) =>
    recordFetch({ services, trx }, applicationNumber, 'xlsx'),
  );
  await expect(started).rejects.toMatchObject({ code: codes.reportNotReady });
  expect(await recipient()).toMatchObject({ fetchedAt: null });
});

test('the approval mails the link to the address in the form', async () => {
  await approve();
  expect(await recipient()).toMatchObject({ email, linkSentAt: portal.services.now() });
  granted(await confirm(await linkTo()));
});

test('the approval mails no link when the requester has named another address', async () => {
  granted(await name('other@example.com'));
  const token = await linkTo('other@example.com');
  await approve();
  expect(granted(await open(token)).email).toBe('other@example.com');
  expect(await mailsTo(email)).toEqual([]);
});

test('the approval mails no link to a requester who is the recipient', async () => {
  await fileForThirdParty('owner@example.eu');
  await approve();
  expect(await recipient()).toBeNull();
  expect(await passwordsTo('owner@example.eu')).toHaveLength(1);
});

test.each([
  [
    'was withdrawn',
    async () => {
      granted(await name());
      granted(await withdraw());
    },
  ],
  ['was not required when the application was filed', forgetAddress],
])('an application whose recipient %s is approved only once one is named', async (_, lose) => {
  await lose();
  await requestData();
  const input = { applicationNumber, revision };
  const preview = () => portal.call('deskPreview', { ...input, decision: 'approve' }, reviewer);
  expectCode(await portal.call('deskApprove', input, reviewer), codes.recipientMissing);
  expectCode(await preview(), codes.recipientMissing);
  granted(await name());
  granted(await preview());
  await portal.granted('deskApprove', input, reviewer);
});

test('while sharing is suspended, the link shows that and gives no data; afterwards it works again', async () => {
  granted(await name());
  const token = await linkTo();
  granted(await confirm(token));
  await approve();
  revision += 1;
  const about = { applicationNumber, text: 'The workshop published them.' };
  const suspend = () => portal.call('deskSuspend', { ...about, revision }, reviewer);
  revision = granted(await suspend()).revision;
  await copyDue();
  expect(granted(await open(token))).toMatchObject({ progress: 'suspended', files: [] });
  expectCode(await fetched(token), codes.sharingSuspended);
  expectCode(await name(), codes.sharingSuspended);
  expect(await passwordsTo(email)).toEqual([]);

  const resume = () => portal.call('deskResume', { applicationNumber, revision }, reviewer);
  revision = granted(await resume()).revision;
  await copyDue();
  expect(granted(await open(token)).progress).toBe('ready');
  expect((await fetched(token)).response.statusCode).toBe(200);
  expect(await passwordsTo(email)).toHaveLength(1);

  expect(await recipient()).toMatchObject({ isReady: true });
  revision = granted(await suspend()).revision;
  expectCode(await fetched(token), codes.sharingSuspended);
  expect(await recipient()).toMatchObject({ isReady: false });
  granted(await resume());
  expect((await fetched(token, 'zip')).response.statusCode).toBe(200);
  expect(await passwordsTo(email)).toHaveLength(1);
});

test('a recipient confirmed after the delivery gets a copy, which is held for a dispute', async () => {
  const before = await storedFiles();
  await approve();
  granted(await name());
  const token = await linkTo();
  await copyDue();
  expectCode(await fetched(token), codes.reportNotReady);
  expect(await storedFiles()).toHaveLength(before.length + 2);
  granted(await confirm(token));
  await copyDue();
  expect((await fetched(token, 'zip')).response.statusCode).toBe(200);
  expect(await passwordsTo('owner@example.eu')).toHaveLength(1);
  const complaint = {
    applicationNumber,
    body: 'court',
    bodyName: 'Court',
    startedOn: '2026-11-01',
  } as const;
  await portal.granted('disputeRecord', complaint, owner);
  granted(await withdraw());
  for (const answer of [await open(token), await confirm(token), await fetched(token)])
    expectCode(answer, codes.notFound);
  expect(await storedFiles()).toHaveLength(before.length + 4);
  expectCode(await withdraw(), codes.notAllowedNow);
});

describe('the link', () => {
  test('changes with each mail, and another address must confirm again', async () => {
    granted(await name());
    const first = await linkTo();
    granted(await confirm(first));
    granted(await name());
    const second = await linkTo();
    expectCode(await open(first), codes.notFound);
    expect(granted(await open(second)).provedAt).not.toBeNull();
    granted(await name('other@example.com'));
    expectCode(await open(second), codes.notFound);
    expect(granted(await open(await linkTo('other@example.com'))).provedAt).toBeNull();
  });

  test('expires unless it is confirmed in time', async () => {
    granted(await name());
    const token = await linkTo();
    portal.clock.advance(RECIPIENT_LINK_DAYS * DAY);
    for (const answer of [await open(token), await confirm(token)])
      expectCode(answer, codes.notFound);
    portal.clock.advance(-RECIPIENT_LINK_DAYS * DAY);
  });

  test('ends with the application, and then gets the response of a guessed link', async () => {
    granted(await name());
    const token = await linkTo();
    granted(await confirm(token));
    await portal.granted('terminateOrder', { applicationNumber, revision }, owner);
    for (const ended of [token, 'a'.repeat(43)])
      for (const answer of [await open(ended), await fetched(ended)])
        expectCode(answer, codes.notFound);
    expectCode(await name(), codes.notAllowedNow);
  });
});

describe('naming a recipient', () => {
  test('is rejected for an application for own use', async () => {
    ({ number: applicationNumber } = await portal.applicationAt('awaited'));
    expectCode(await name(), codes.notAllowedNow);
  });

  test('has a rate limit per address', async () => {
    for (let count = 0; count < RECIPIENT_LINKS_PER_HOUR; count++) granted(await name());
    const { length } = await mailsTo(email);
    expectCode(await name(), codes.tooMany);
    expect(await mailsTo(email)).toHaveLength(length);
  });
});

test('the copy expires with the report', async () => {
  granted(await name());
  const token = await linkTo();
  granted(await confirm(token));
  await approve();
  await copyDue();
  const { length } = await storedFiles();
  portal.clock.advance(60 * DAY);
  await expireReports(portal.services);
  expect(granted(await open(token)).progress).toBe('over');
  expectCode(await fetched(token), codes.reportNotReady);
  expect((await storedFiles()).length).toBeLessThanOrEqual(length - 4);
});
