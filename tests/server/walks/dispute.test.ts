import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { DisputeEvent, DisputeSnapshot } from '#machines/dispute.machine.ts';
import { disputeScenario } from '#machines/dispute.scenario.ts';
import { endDispute } from '#server/applications/disputes/disputes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { rows } from '#tests/server/fixture.ts';
import { granted, type SeededPortal, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { isRefusedStep, recordedWalks } from '../../recorded-walks.ts';
import { callOverHttp } from '../over-http.ts';

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'dispute',
  scenario: disputeScenario,
  criteria: ['samples', 'pairs'],
});

let portal: SeededPortal;
let url: string;
beforeAll(async () => {
  portal = await startSeededPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  walks.write();
  await portal.close();
});

/** Subject of a walk; the owner reviews, too, so that who is the requester can try both. */
interface Subject {
  applicationNumber: string;
  disputeId: string;
}

// In this order: the last test looks at what the others took.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks)('$name', async ({ walk }) => {
    walks.begin(walk);
    const token = portal.tokens.owningReviewer;
    const { number: applicationNumber } = await portal.applicationAt('submitted', token);
    const record = {
      applicationNumber,
      body: 'settlementBody',
      bodyName: 'Body',
      startedOn: '2026-11-02',
    } as const;
    const recorded = await portal.call('disputeRecord', record, { token });
    const { disputeId } = granted(recorded);
    for (const step of walk.steps) {
      const before = await rowsOf(applicationNumber);
      const isTaken = await send(step, { applicationNumber, disputeId });
      const after = await rowsOf(applicationNumber);
      const { name } = step.sent;
      expect(isTaken, name).toBe(!isRefusedStep(step));
      if (!isTaken) expect(after, name).toEqual(before);
      const effects = step.macrostep.effects.map((effect) => effect.name);
      const isNotified = effects.includes('notifyOtherSide');
      expect(after.mails.length - before.mails.length, name).toBe(Number(isNotified));
      const { value, context } = step.result.snapshot as DisputeSnapshot;
      expect(after.disputes).toMatchObject([{ state: value, outcome: context.outcome }]);
      walks.took(step);
    }
  });

  test('every declared transition was taken', () => {
    expect([...walks.missing]).toEqual([]);
  });
});

/** By a call where a person can send it; as no call does, where nobody of that role can. */
async function send({ sent }: ConcreteStep, subject: Subject): Promise<boolean> {
  const { by, outcome } = sent.event as unknown as DisputeEvent;
  const { owningReviewer, reviewer, stranger } = portal.tokens;
  if (by.role === 'reviewer' || by.id === 'stranger') {
    const token = { owner: owningReviewer, reviewer, stranger }[by.id] ?? '';
    const end = { ...subject, endedOn: '2026-11-02', outcome };
    const { status } = await callOverHttp(url, 'deskDisputeEnd', end, token);
    return status === 200;
  }
  const { services } = portal;
  const event = { type: 'dispute.end', by, at: services.now(), outcome } as const;
  const end = { id: subject.disputeId, number: subject.applicationNumber, endedOn: '2026-11-02' };
  return services.store
    .transact((trx) => endDispute({ services, trx }, event, { ...end, remark: '' }))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
}

async function rowsOf(application_number: string) {
  return {
    disputes: await rows(portal.services, 'dispute', { application_number }),
    mails: await rows(portal.services, 'mail', {
      application_number,
      recipient: 'owning-reviewer@example.eu',
    }),
  };
}
