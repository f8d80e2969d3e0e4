import { beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { requireSecond } from '#server/desk/opinions.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const COLLEAGUE = 'colleague@example.eu';

const portal = portalOfFile(() => startSeededPortal({ FOUR_EYES: 'owner' }));
const people = callersOf(portal, { colleague: ['reviewer'], lead: ['lead'] } as const);
let about: { applicationNumber: string; revision: number };
beforeEach(async () => {
  const { number, revision } = await portal.applicationAt('requested');
  about = { applicationNumber: number, revision };
});

type Person = 'reviewer' | 'colleague' | 'lead';
const approve = (who: Person = 'reviewer') => portal.call('deskApprove', about, people[who]);
const preview = () =>
  portal.call('deskPreview', { ...about, decision: 'approve' }, people.reviewer);
const fourEyes = async (who: Person = 'reviewer') => {
  const { applicationNumber } = about;
  return (await portal.granted('deskApplication', { applicationNumber }, people[who])).fourEyes;
};

/** Asks a colleague, who gives an opinion on the approval; a second passes. */
async function advise(
  agrees: boolean | undefined,
  by: Person = 'colleague',
  asker: Person = 'reviewer',
) {
  const { applicationNumber } = about;
  const { id: of } = await row(portal.services, 'account', { email: `${by}@example.eu` });
  const asked = { applicationNumber, of, note: 'May it be approved?' };
  const { id: question } = await portal.granted('deskOpinionAsk', asked, people[asker]);
  portal.clock.advance(1000);
  const stance = agrees === undefined ? {} : { agrees };
  const given = { applicationNumber, question, note: 'I have looked at it.', ...stance };
  await portal.granted('deskOpinionGive', given, people[by]);
}

test('with FOUR_EYES, an approval needs another reviewer’s agreement', async () => {
  expectCode(await approve(), codes.secondOpinionNeeded);
  expectCode(await preview(), codes.secondOpinionNeeded);
  expect(await fourEyes()).toEqual({ second: null, opinions: [] });
  await advise(undefined);
  expectCode(await approve(), codes.secondOpinionNeeded);
  await advise(true);
  // A later answer that says nothing of the approval takes nothing back.
  await advise(undefined);
  expect(await fourEyes()).toMatchObject({
    second: { email: COLLEAGUE },
    opinions: [{ by: COLLEAGUE, agrees: true, isCurrent: true }],
  });
  granted(await preview());
  const { revision } = granted(await approve());
  const { applicationNumber: application_number } = about;
  const { facts_json } = await row(portal.services, 'history_entry', {
    application_number,
    revision,
  });
  const { id } = await row(portal.services, 'account', { email: COLLEAGUE });
  expect(JSON.parse(facts_json ?? '')).toEqual({ second: { role: 'reviewer', id } });
  // A repeated approval gets the same response.
  expect(granted(await approve())).toEqual({ ...about, revision });
  const log = await rows(portal.services, 'audit_entry', { application_number });
  expect(
    log
      .filter(({ action }) => action === 'opinion.give')
      .map(({ actor, detail }) => [actor, detail]),
  ).toEqual([[COLLEAGUE, `agrees, revision ${about.revision}`]]);
});

test('the agreeing reviewer cannot rely on their own opinion; the last opinion counts', async () => {
  await advise(true);
  expectCode(await approve('colleague'), codes.secondOpinionNeeded);
  // Their own opinion is not shown to them as another's.
  expect(await fourEyes('colleague')).toEqual({ second: null, opinions: [] });
  await advise(false);
  expect(await fourEyes()).toEqual({
    second: null,
    opinions: [{ by: COLLEAGUE, agrees: false, isCurrent: true }],
  });
  expectCode(await approve(), codes.secondOpinionNeeded);
  await advise(true, 'lead', 'colleague');
  granted(await approve('colleague'));
});

test.each<[string, (opinion: object) => Promise<unknown>]>([
  ['is withdrawn', (opinion) => changeRows(portal.services, 'opinion', opinion, { agrees: null })],
  [
    'is of another revision',
    (opinion) => changeRows(portal.services, 'opinion', opinion, { revision: 0 }),
  ],
  [
    'is of a former reviewer',
    () => changeRows(portal.services, 'account', { email: COLLEAGUE }, { is_reviewer: 0 }),
  ],
])('an opinion that %s while the approval is checked does not count', async (_, become) => {
  await advise(true);
  const { services } = portal;
  const application_number = about.applicationNumber;
  const { revision, ...application } = await row(services, 'application', {
    number: application_number,
  });
  const approved = { ...application, revision: revision + 1 };
  const idOf = async (email: string) => (await row(services, 'account', { email })).id;
  const [by, second] = [await idOf('reviewer@example.eu'), await idOf(COLLEAGUE)];
  const check = () =>
    services.store.transact((trx) =>
      requireSecond({ services, trx }, approved, by, { id: second }),
    );
  await check();
  await become({ application_number });
  await expect(check()).rejects.toMatchObject({ code: codes.secondOpinionNeeded });
  await changeRows(services, 'account', { email: COLLEAGUE }, { is_reviewer: 1 });
});

test('an opinion counts for its application only', async () => {
  const agreed = about;
  await advise(true);
  const { number, revision } = await portal.applicationAt('requested');
  about = { applicationNumber: number, revision };
  expectCode(await approve(), codes.secondOpinionNeeded);
  about = agreed;
  granted(await approve());
});

test('an opinion counts only for its revision, and only while its author is a reviewer', async () => {
  await advise(true);
  const withheld = { ...about, text: 'Access control is missing.' };
  await portal.granted('deskWithhold', withheld, people.reviewer);
  about.revision += 1;
  await portal.granted('deskResume', about, people.reviewer);
  about.revision += 1;
  expectCode(await approve(), codes.secondOpinionNeeded);
  expect(await fourEyes()).toMatchObject({ opinions: [{ by: COLLEAGUE, isCurrent: false }] });
  await advise(true);
  const role = (is_reviewer: 0 | 1) =>
    changeRows(portal.services, 'account', { email: COLLEAGUE }, { is_reviewer });
  await role(0);
  expectCode(await approve(), codes.secondOpinionNeeded);
  await role(1);
  granted(await approve());
});

test('a lead chooses the kinds of applications that need a second opinion, which is logged', async () => {
  const change = { fourEyes: ['publicBody', 'thirdParty'] as ('publicBody' | 'thirdParty')[] };
  await portal.granted('deskSettingsChange', change, people.lead);
  expect(await fourEyes()).toBeNull();
  granted(await approve());
  const log = await rows(portal.services, 'audit_entry', { action: 'settings.change' });
  expect(log.at(-1)?.detail).toBe('fourEyes: owner → publicBody, thirdParty');
  await portal.granted('deskSettingsChange', { fourEyes: ['owner'] }, people.lead);
});
