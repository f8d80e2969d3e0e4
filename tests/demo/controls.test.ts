import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';

const DAY = 24 * 60 * 60 * 1000;

async function started(settings: Record<string, string>) {
  const { store, location } = await freshStore();
  await store.close();
  const server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    ...settings,
  });
  return { server, location };
}

async function post(server: ServerProcess, path: string, body: object) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

describe('a test installation', () => {
  let running: Awaited<ReturnType<typeof started>>;
  let people: Persona[];
  beforeAll(async () => {
    running = await started({ MODE: 'test', FOUR_EYES: 'owner,publicBody' });
    people = (await post(running.server, '/server/test/personas', {})).data;
  }, 60_000);
  afterAll(async () => {
    await running.server.end('SIGTERM');
    await running.location.remove();
  });

  async function call(path: string, body: object, { token }: Pick<Persona, 'token'>) {
    const response = await fetch(`${running.server.url}/server/uc-client/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'login-token': token },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  test('has users with an application in each state', () => {
    const [owner, body] = people;
    expect(owner?.applications.map(({ state }) => state)).toEqual([...applicationStates]);
    const ofBodies = kindsAndStates.filter(({ kind }) => kind === 'public');
    expect(body?.applications.map(({ state }) => state)).toEqual(
      ofBodies.map(({ state }) => state),
    );
  });

  test('signs its users in again, and creates only missing applications', async () => {
    const [owner] = people as [Persona];
    const ended = owner.applications.find(({ state }) => state === 'qualification.submitted');
    await call('order/terminateOrder', { applicationNumber: ended?.number, revision: 0 }, owner);
    for (let time = 0; time < 5; time++) {
      const again = await post(running.server, '/server/test/personas', {});
      expect(again.status, again.message).toBe(200);
      const [same] = again.data as [Persona];
      expect(same.applications.map(({ state }) => state)).toEqual([...applicationStates]);
      const created = same.applications.filter(
        ({ number }) => !owner.applications.some((one) => one.number === number),
      );
      // The terminated application is the newest in its new state.
      expect(created.map(({ state }) => state)).toEqual(['qualification.submitted']);
    }
  });

  test('creates another set of requesters with the same staff', async () => {
    const { data: others } = await post(running.server, '/server/test/personas', { set: 2 });
    const emailsOf = (set: Persona[]) => set.map(({ email }) => email);
    expect(emailsOf(others)).toEqual([
      'persona-owner-2@example.eu',
      'persona-publicsector-2@example.eu',
      ...emailsOf(people).slice(2),
    ]);
    expect(others[0].applications.map(({ state }: { state: string }) => state)).toEqual([
      ...applicationStates,
    ]);
    const refused = await post(running.server, '/server/test/personas', { set: 0 });
    expect([refused.status, refused.data.fields]).toEqual([
      400,
      [{ field: 'set', problem: 'range' }],
    ]);
  });

  test('advances its clock, and deadlines pass at once', async () => {
    const before = (await post(running.server, '/server/test/clock', { advance: 0 })).data.now;
    const { data } = await post(running.server, '/server/test/clock', { advance: 60 * DAY });
    expect(data.now - before).toBeGreaterThanOrEqual(60 * DAY);
    const [owner] = people as [Persona];
    const asked = owner.applications.find(({ state }) => state === 'dataRequest.awaited');
    const { data: record } = await call(
      'order/applicationDetails',
      { applicationNumber: asked?.number },
      owner,
    );
    expect(record.state).toBe('terminated.byHolder');
  });

  test('stops its clock, which then only advances on request', async () => {
    const at = async (body: object) =>
      (await post(running.server, '/server/test/clock', body)).data.now;
    const held = await at({ advance: 0, held: true });
    await setTimeout(20);
    expect(await at({ advance: 5, held: true })).toBe(held + 5);
    expect(await at({ advance: 0, held: false })).toBeGreaterThan(held + 5);
  });

  test.each([
    ['clock', { advance: -1 }],
    ['clock', { advance: 'soon' }],
    ['fault', { name: 'fire', times: 1 }],
    ['fault', { name: 'smtpDown', times: -1 }],
  ])('rejects invalid input of «%s»: %j', async (name, body) => {
    const answer = await post(running.server, `/server/test/${name}`, body);
    expect(answer.status, answer.message).toBe(400);
  });
});
