import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { MAX_OPEN_DISPUTES } from '#contract/dispute.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import type { Fields } from '#forms/field.ts';
import { publicFields } from '#forms/public-fields.ts';
import { cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { expireReports, purgeApplications } from '#server/applications/retention.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { namesIn, overwrite } from '#tests/server/stored.ts';
import { disputePackOf } from './dispute-pack-of.ts';

const portal = portalOfFile(() =>
  startSeededPortal({ DESK_MAILBOX: 'desk@example.eu', DESK_LANGUAGE: 'fr' }),
);
const { owner, reviewer, owningReviewer, auditor } = callersOf(portal, { auditor: ['auditor'] });

const VIN = 'VF1AAAAAAAA000001';
const complaint = {
  body: 'competentAuthority',
  bodyName: 'Autoriteit Consument & Markt',
  startedOn: '2026-11-19',
} as const;
const outcome = { endedOn: '2026-11-20', outcome: 'settled', remark: 'Both agreed.' } as const;
const endsOf = async (applicationNumber: string) =>
  (await portal.granted('applicationDetails', { applicationNumber }, owner)).disputes;
const mailsOf = (application_number: string, recipient: string) =>
  rows(portal.services, 'mail', { application_number, recipient });

test('either side records a dispute in any state, and the other side is mailed', async () => {
  const { number: applicationNumber } = await portal.applicationAt('submitted');
  const toDesk = (await mailsOf(applicationNumber, 'desk@example.eu')).length;
  const record = { applicationNumber, ...complaint, reference: 'DA-17' };
  const recorded = await portal.granted('disputeRecord', record, owner);
  expect(await portal.granted('disputeRecord', record, owner)).toEqual(recorded);
  expect(await mailsOf(applicationNumber, 'desk@example.eu')).toHaveLength(toDesk + 1);

  portal.clock.advance(1);
  const toOwner = (await mailsOf(applicationNumber, 'owner@example.eu')).length;
  const atCourt = {
    ...complaint,
    applicationNumber,
    body: 'court',
    bodyName: 'Rechtbank',
  } as const;
  const second = await portal.granted('deskDisputeRecord', atCourt, reviewer);
  expect(await mailsOf(applicationNumber, 'owner@example.eu')).toHaveLength(toOwner + 1);
  // Another account's application has its own requester.
  const { number: others } = await portal.applicationAt('submitted', portal.tokens.owningReviewer);
  const toOther = (await mailsOf(others, 'owning-reviewer@example.eu')).length;
  await portal.granted('deskDisputeRecord', { ...atCourt, applicationNumber: others }, reviewer);
  expect(await mailsOf(others, 'owning-reviewer@example.eu')).toHaveLength(toOther + 1);
  expect(await mailsOf(others, 'owner@example.eu')).toEqual([]);
  expect(await endsOf(applicationNumber)).toMatchObject([
    { ...complaint, disputeId: recorded.disputeId, reference: 'DA-17', recordedBy: 'requester' },
    { disputeId: second.disputeId, body: 'court', reference: null, recordedBy: 'reviewer' },
  ]);

  const end = { applicationNumber, disputeId: second.disputeId, ...outcome };
  await portal.granted('deskDisputeEnd', end, reviewer);
  expect(await mailsOf(applicationNumber, 'owner@example.eu')).toHaveLength(toOwner + 2);
  expect((await endsOf(applicationNumber))[1]?.ended).toEqual({
    on: '2026-11-20',
    outcome: 'settled',
    remark: 'Both agreed.',
    at: portal.services.now(),
  });
  expectCode(await portal.call('deskDisputeEnd', end, reviewer), codes.notAllowedNow);
  const { number: other } = await portal.applicationAt('submitted');
  const ofOther = { ...end, applicationNumber: other, disputeId: recorded.disputeId };
  expectCode(await portal.call('deskDisputeEnd', ofOther, reviewer), codes.notFound);
  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('reviewers in their own applications, and days in the future are rejected', async () => {
  const { number: applicationNumber } = await portal.applicationAt('submitted');
  const record = { applicationNumber, ...complaint };
  const { number: own } = await portal.applicationAt('submitted', owningReviewer.token);
  const ofOwn = { ...record, applicationNumber: own };
  expectCode(await portal.call('deskDisputeRecord', ofOwn, owningReviewer), codes.notAllowedNow);
  const tomorrow = { ...record, startedOn: '2026-11-22' };
  const early = await portal.call('disputeRecord', tomorrow, owner);
  expectAnswer(early, { status: 400, code: codes.invalid });
  expect(early.data).toEqual({ fields: [{ field: 'startedOn', problem: 'range' }] });
  const disputeIds: string[] = [];
  for (let count = 0; count < MAX_OPEN_DISPUTES; count++) {
    const one = await portal.call('disputeRecord', { ...record, reference: `${count}` }, owner);
    disputeIds.push(granted(one).disputeId);
  }
  expectCode(await portal.call('disputeRecord', record, owner), codes.notAllowedNow);
  // An ended dispute does not count towards the limit, nor as a duplicate.
  const [first = ''] = disputeIds;
  const end = { applicationNumber: record.applicationNumber, disputeId: first, ...outcome };
  await portal.granted('deskDisputeEnd', end, reviewer);
  const again = await portal.call('disputeRecord', { ...record, reference: '0' }, owner);
  expect(disputeIds).not.toContain(granted(again).disputeId);
});

test('staff get no dispute pack of their own application, which names who decided', async () => {
  const { number: applicationNumber } = await portal.applicationAt(
    'submitted',
    owningReviewer.token,
  );
  const answer = await portal.call('deskDisputePack', { applicationNumber }, owningReviewer);
  expect(answer.code).toBe(codes.notAllowedNow);
});

const packOf = (applicationNumber: string) => disputePackOf(portal, applicationNumber, auditor);

test('the dispute pack has the application, its history, its files and the digest of each part', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await portal.granted('disputeRecord', { applicationNumber, ...complaint }, owner);
  const parts = await packOf(applicationNumber);
  expect([...parts.keys()]).toEqual([
    'summary.docx',
    'application.json',
    'history.json',
    'disputes.json',
    'letters/sent.json',
    `letters/${applicationNumber}.docx`,
    'authorities.json',
    'files/01-proof.pdf',
    'SHA256SUMS',
  ]);
  const sums = parts.get('SHA256SUMS')?.toString().trim().split('\n');
  parts.delete('SHA256SUMS');
  expect(sums).toEqual(
    [...parts].map(
      ([path, content]) => `${createHash('sha256').update(content).digest('hex')}  ${path}`,
    ),
  );
  const read = (path: string) => JSON.parse(parts.get(path)?.toString() ?? 'null');
  expect(read('application.json')).toMatchObject({
    number: applicationNumber,
    form: { user: { lastName: 'Nowak' } },
    files: [{ path: 'files/01-proof.pdf' }],
  });
  expect(read('history.json').map(({ event }: { event: string }) => event)).toEqual([
    'application.file',
    'review.start',
    'qualification.pass',
    'data.request',
    'data.approve',
  ]);
  expect(read('disputes.json')).toMatchObject([complaint]);
  expect(read('authorities.json')).toHaveLength(27);
  // Only the mails to the requester about this application.
  const letters = (await mailsOf(applicationNumber, 'owner@example.eu')).map(
    ({ recipient, subject, body }) => ({ recipient, subject, text: body }),
  );
  const bySubject = (a: { subject: string }, b: { subject: string }) =>
    a.subject.localeCompare(b.subject);
  expect(read('letters/sent.json').toSorted(bySubject)).toMatchObject(letters.toSorted(bySubject));
  const summary = await docxText(parts.get('summary.docx') ?? Buffer.alloc(0));
  const expected = [
    ...['Anna Nowak', VIN, complaint.bodyName, 'proof.pdf', 'files/01-proof.pdf'],
    'Demande de données approuvée (Détenteur de données)',
    'We have confirmed your right to ask for data.',
    ...letters.map(({ subject }) => subject),
  ];
  for (const text of expected) expect(summary).toContain(text);
  expect(summary).not.toMatch(/undefined|NaN|Invalid/);
  expect(await rows(portal.services, 'audit_entry', { action: 'dispute.pack' })).toMatchObject([
    { application_number: applicationNumber, actor: 'auditor@example.eu' },
  ]);
});

test('the summary contains a refusal with its ground and its complete text', async () => {
  // Three bytes per character.
  const long = '数'.repeat(MAX_TEXT);
  const texts = Object.entries(publicFields as Fields).flatMap(([path, { control }]) =>
    control.kind === 'text' ? [[path, long]] : [],
  );
  const { stranger } = portal.tokens;
  const number = await publicRequest(portal, stranger, Object.fromEntries(texts));
  const refusal = { applicationNumber: number, revision: 1, ground: 'conditionsNotMet' } as const;
  const tooLong = { ...refusal, text: `${long}1` };
  expectCode(await portal.call('deskRefuse', tooLong, reviewer), codes.invalid);
  granted(await portal.call('deskRefuse', { ...refusal, text: long }, reviewer));
  const parts = await packOf(number);
  const summary = await docxText(parts.get('summary.docx') ?? Buffer.alloc(0));
  expect(summary).toContain('du règlement (UE) 2023/2854');
  expect(summary.split(long).length).toBeGreaterThan(texts.length + 2);
});

test('the dispute pack has a note in the desk’s language in place of a damaged file', async () => {
  const { number: applicationNumber } = await portal.applicationAt('submitted');
  await portal.granted('disputeRecord', { applicationNumber, ...complaint }, owner);
  const [file] = await rows(portal.services, 'stored_file', {
    application_number: applicationNumber,
  });
  await overwrite(portal.services, 'files', String(file?.id), 'another');
  const parts = await packOf(applicationNumber);
  expect(parts.get('files/01-proof.pdf')?.toString()).toBe(
    'Ce fichier est endommagé ou absent de l’endroit où il est conservé.\n',
  );
});

test('a regenerated report keeps the disputed one until the dispute has ended', async () => {
  await portal.applicationAt('approved');
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const before = await row(portal.services, 'report', { application_number: applicationNumber });
  const names = [before.file_name, before.package_name].map(String).sort();
  const record = { applicationNumber, ...complaint };
  const { disputeId } = await portal.granted('disputeRecord', record, owner);
  await portal.granted('regenerateReport', { applicationNumber }, owner);
  await generateDue(portal.services);

  const parts = await packOf(applicationNumber);
  const application = JSON.parse(parts.get('application.json')?.toString() ?? 'null');
  const { sha256 } = await row(portal.services, 'report', {
    application_number: applicationNumber,
  });
  expect(application.report).toMatchObject({ state: 'delivered', sha256 });
  // Letters are whole, except for the passwords.
  const sent = parts.get('letters/sent.json')?.toString() ?? '';
  expect(sent.match(/Password of the file: …/g)).toHaveLength(2);
  const mails = await mailsOf(applicationNumber, 'owner@example.eu');
  const passwords = mails.flatMap(({ body }) => /Password of the file: (.+)/.exec(body)?.[1] ?? []);
  expect(passwords).toHaveLength(2);
  for (const password of passwords) expect(sent).not.toContain(password);
  expect(application.earlierReports).toMatchObject(
    names.map((name) => ({ path: `reports/${name}` })),
  );
  const content = parts.get(`reports/${before.file_name}`) ?? '';
  expect(createHash('sha256').update(content).digest('hex')).toBe(before.sha256);

  // The age of content depends on the clock of the machine.
  const later = { ...portal.services, now: () => Date.now() + 24 * 60 * 60 * 1000 };
  const storedCounts = async () => {
    const present = await namesIn(portal.services, 'reports');
    return names.filter((name) => present.includes(name));
  };
  await cleanUpReports(later);
  expect(await storedCounts()).toEqual(names);
  const damagedNames = async () =>
    (await checkAllContents(portal.services)).damaged.map(({ name }) => name);
  expect(await damagedNames()).not.toContain(names[0]);
  await overwrite(portal.services, 'reports', String(names[0]), 'another');
  expect(await damagedNames()).toContain(names[0]);

  const end = { applicationNumber, disputeId, ...outcome };
  await portal.granted('deskDisputeEnd', end, reviewer);
  await cleanUpReports(later);
  expect(await storedCounts()).toEqual([]);
});

test('while a dispute is open neither the application nor its report is erased', async () => {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const record = { applicationNumber: number, ...complaint };
  const { disputeId } = await portal.granted('disputeRecord', record, owner);
  const { RECORD_DAYS } = portal.services.config;
  const stateOf = async () =>
    (await rows(portal.services, 'report', { application_number: number }))[0]?.state;

  portal.clock.advance(RECORD_DAYS + 1);
  await expireReports(portal.services);
  await purgeApplications(portal.services);
  expect(await rows(portal.services, 'application', { number })).toHaveLength(1);
  expect(await rows(portal.services, 'history_entry', { application_number: number })).toHaveLength(
    5,
  );
  expect(await rows(portal.services, 'stored_file', { application_number: number })).toHaveLength(
    1,
  );
  expect(await stateOf()).toBe('delivered');

  const token = await portal.signIn('reviewer@example.eu');
  const end = { applicationNumber: number, disputeId, ...outcome };
  await portal.granted('deskDisputeEnd', end, { token });
  const endedAt = portal.services.now();
  // The outcome may still be withdrawn.
  portal.clock.advance(7 * 24 * 3_600_000 - 1);
  await expireReports(portal.services);
  expect(await stateOf()).toBe('delivered');
  portal.clock.advance(1);
  await expireReports(portal.services);
  expect(await stateOf()).toBe('expired');

  portal.clock.set(endedAt + RECORD_DAYS - 1);
  await purgeApplications(portal.services);
  expect(await rows(portal.services, 'application', { number })).toHaveLength(1);
  portal.clock.set(endedAt + RECORD_DAYS);
  await purgeApplications(portal.services);
  expect(await rows(portal.services, 'application', { number })).toEqual([]);
  expect(await rows(portal.services, 'dispute', { application_number: number })).toEqual([]);
  expect((await verifyChains(portal.services)).broken).toEqual([]);
});
