import { expect, test } from 'vitest';
import { groupAndTasksOf } from '#contract/turns.ts';
import { callersOf } from '#tests/server/callers.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import {
  filedForThirdParty,
  granted,
  requestAt,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);

/** Returns the tasks of the owner, which the list and the page show alike. */
async function tasksOf(applicationNumber: string) {
  const { items } = await portal.granted('history', { page: 1, pageSize: 10 }, owner);
  const listed = items.find(({ number }) => number === applicationNumber);
  if (!listed) throw new Error('not in the list');
  const details = await portal.call('applicationDetails', { applicationNumber }, owner);
  expect(groupAndTasksOf(granted(details))).toEqual(groupAndTasksOf(listed));
  return groupAndTasksOf(listed).tasks;
}
const mailsOf = (application_number: string) =>
  rows(portal.services, 'mail', { application_number, recipient: 'owner@example.eu' });

test('a third party has to be named again once it is withdrawn, and mails name this task', async () => {
  const applicationNumber = await filedForThirdParty(portal);
  expect(await tasksOf(applicationNumber)).toEqual([]);
  const named = { applicationNumber, email: 'workshop@example.com' };
  await portal.granted('nameRecipient', named, owner);
  expect(await tasksOf(applicationNumber)).toEqual([]);
  await portal.granted('withdrawRecipient', { applicationNumber }, owner);
  expect(await tasksOf(applicationNumber)).toEqual(['nameRecipient']);
  const firstInput = { applicationNumber, revision: 0 };
  await portal.granted('deskStartReview', firstInput, reviewer);
  await portal.granted('deskPassQualification', { applicationNumber, revision: 1 }, reviewer);
  const mails = await mailsOf(applicationNumber);
  for (const text of [
    'You do not need to do anything now.',
    'What you still need to do in the portal:\n\n– Name the e-mail address of the third party',
  ])
    expect(mails.filter(({ body }) => body.includes(text))).toHaveLength(1);
});

test('confirming a contact address is a task until the report is generated', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  const form = { ...requestAt(portal.services.now()), contactEmail: 'partner@example.com' };
  const sent = { applicationNumber: number, revision, form };
  const asked = await portal.granted('personDataApplication', sent, owner);
  expect(await tasksOf(number)).toEqual(['confirmContact']);
  await portal.granted('deskApprove', { ...asked, applicationNumber: number }, reviewer);
  expect(await tasksOf(number)).toEqual(['confirmContact']);
  await generateDue(portal.services);
  expect(await tasksOf(number)).toEqual(['download']);
});

test('the download of a report is a task until it is done, and again after a regeneration', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  expect(await tasksOf(applicationNumber)).toEqual(['download']);
  await portal.call('report', { applicationNumber, format: 'zip' }, owner);
  expect(await tasksOf(applicationNumber)).toEqual([]);
  await portal.granted('regenerateReport', { applicationNumber }, owner);
  await generateDue(portal.services);
  expect(await tasksOf(applicationNumber)).toEqual(['download']);
});
