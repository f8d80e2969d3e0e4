import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { type Portal, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { contents, seeded, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { setUp, signInAs, startProduction } from './staff.ts';

/** Kinds of calls open to each role, by hand: not read from the table that the server reads. */
const opens: Record<StaffRole, readonly Endpoint['access'][]> = {
  reviewer: ['staff', 'desk', 'reviewer', 'analyst'],
  lead: ['staff', 'desk', 'reviewer', 'lead', 'auditor', 'analyst'],
  auditor: ['staff', 'desk', 'auditor', 'analyst'],
  analyst: ['staff', 'analyst'],
};

const staffCalls = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { access }]) => access !== 'anyone' && access !== 'signedIn',
);

/** Error codes of the set-up calls that require an authenticator app, without one. */
const afterTheApp: Partial<Record<EndpointName, number>> = {
  passkeyRegisterBegin: codes.secondFactorNeeded,
  passkeyRegister: codes.secondFactorNeeded,
  passkeyRemove: codes.secondFactorNeeded,
  passkeyGiveBegin: codes.notFound,
  passkeyGive: codes.wrongPasskey,
};

const portal = portalOfFile(startSeededPortal);
const roles: Record<string, StaffRole[]> = Object.fromEntries(
  staffRoles.map((role) => [`the-${role}`, [role]]),
);
// Another lead, so that no call is rejected because it removes the last lead.
const people = callersOf<string>(portal, { ...roles, 'second-lead': ['lead'] });
const withRole = (role: StaffRole) => people[`the-${role}`] as { token: string };

const send = (name: EndpointName, who = {}) =>
  portal.call(name, endpoints[name].example as never, who);
/** Makes a call with an unknown field, which is rejected after the access was checked. */
const sendInvalid = (of: Portal, name: EndpointName, token?: string) =>
  of.call(name, { ...(endpoints[name].example as object), unknown: '' } as never, { token });

test('every call is refused for everybody whom the table does not name, and then changes nothing', async () => {
  const before = await contents(portal);
  for (const [name, { access }] of staffCalls) {
    const others = staffRoles.filter((role) => !opens[role].includes(access));
    for (const who of [people.owner, ...others.map(withRole)])
      expectAnswer(await send(name, who), { status: 403, code: codes.forbidden, data: null });
    expectAnswer(await send(name), { status: 401, data: null });
  }
  expect(await contents(portal)).toEqual(before);
});

test.each(staffRoles)('a %s has access to every call that the table names', async (role) => {
  for (const [name, { access }] of staffCalls)
    if (opens[role].includes(access))
      expectCode(await sendInvalid(portal, name, withRole(role).token), codes.invalid, name);
});

const [auditor, analyst] = [withRole('auditor'), withRole('analyst')];

test('an auditor reads an application and its files, which the log records', async () => {
  const { number: applicationNumber } = await portal.applicationAt('submitted');
  const { files } = await portal.granted('deskApplication', { applicationNumber }, auditor);
  const fileId = files[0]?.fileId ?? '';
  expectCode(await portal.call('file', { fileId }, auditor), 200);
  const about = { application_number: applicationNumber };
  expect(await rows(portal.services, 'audit_entry', about)).toMatchObject([
    { action: 'application.open', actor: 'the-auditor@example.eu', detail: null },
    { action: 'file.open', actor: 'the-auditor@example.eu', detail: fileId },
  ]);
});

test('an analyst reads no file', async () => {
  const fileId = await portal.uploaded();
  expectCode(await portal.call('file', { fileId }, analyst), codes.notFound);
});

test('several roles allow the calls of each of them', async () => {
  const both = { token: await signInAs(portal, 'both@example.eu', ['reviewer', 'auditor']) };
  expectCode(await send('auditTrail', both), 200);
  expectCode(await send('deskGrounds', both), 200);
  expectCode(await send('staffUnlock', both), codes.forbidden);
});

describe('in production, before the second factor', () => {
  const strict = portalOfFile(async () => seeded(await startProduction()));

  test.each(staffRoles)('a %s can only make the calls of the set-up', async (role) => {
    const token = await signInAs(strict, `strict-${role}@example.eu`, [role]);
    for (const [name, { access, example }] of staffCalls) {
      const { code } = await strict.call(name, example as never, { token });
      const isOpen = opens[role].includes(access);
      const without = afterTheApp[name];
      if (without) expect(code, name).toBe(without);
      else if (access === 'staff') expect([200, codes.wrongCode], name).toContain(code);
      else expect(code, name).toBe(isOpen ? codes.secondFactorNeeded : codes.forbidden);
    }
    await setUp(strict, token);
    for (const [name, { access }] of staffCalls)
      if (opens[role].includes(access))
        expectCode(await sendInvalid(strict, name, token), codes.invalid, name);
  });

  test('a reviewer cannot see a requester’s file', async () => {
    const { number } = await strict.applicationAt('submitted');
    const file = { application_number: number };
    const { id: fileId } = await row(strict.services, 'stored_file', file);
    const token = await signInAs(strict, 'careful@example.eu', ['reviewer']);
    await setUp(strict, token);
    expectCode(await strict.call('file', { fileId }, { token }), 200);
    const later = await signInAs(strict, 'careful@example.eu', ['reviewer']);
    expectCode(await strict.call('file', { fileId }, { token: later }), codes.notFound);
  });
});
