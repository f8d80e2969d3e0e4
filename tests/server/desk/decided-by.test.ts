import { beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { callersOf } from '#tests/server/callers.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest, publicRequest } from '#tests/server/public-request.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const COLLEAGUE = 'colleague@example.eu';
const portal = portalOfFile(startSeededPortal);
const {
  stranger: body,
  reviewer,
  colleague,
} = callersOf(portal, { colleague: ['reviewer', 'auditor'] } as const);
let about: { applicationNumber: string };
let emergency: typeof about;
/** A public body's request on which a colleague has acted in every way. */
beforeAll(async () => {
  about = { applicationNumber: await publicRequest(portal, body.token) };
  const refusal = { ...about, ground: 'conditionsNotMet', text: 'No need.' } as const;
  const dispute = { ...about, body: 'court', bodyName: 'Court', startedOn: '2026-11-02' } as const;
  const { example } = endpoints.deskQuoteSend;
  const call = async (name: EndpointName, input: object) =>
    (await portal.granted(name, input as never, colleague)) as Record<string, string>;
  const { quoteId } = await call('deskQuoteSend', { ...example, ...about });
  await call('deskQuoteWithdraw', { ...about, quoteId });
  const token = await portal.signIn('rescue@example.eu');
  emergency = {
    applicationNumber: await givenRequest(portal, token, { type: 'publicEmergency' }),
  };
  await call('deskAcknowledgementAsk', emergency);
  const { disputeId } = await call('deskDisputeRecord', dispute);
  await call('deskDisputeEnd', {
    ...endpoints.deskDisputeEnd.example,
    ...about,
    disputeId,
    endedOn: '2026-11-03',
  });
  const { revision } = await portal.granted('deskApplication', about, colleague);
  await call('deskRefuse', { ...refusal, revision });
});

describe('the reviewer who decided', () => {
  test('is shown to staff in the history, in disputes, quotes and acknowledgements', async () => {
    const read = await portal.granted('deskApplication', about, reviewer);
    const { history, disputes, quotes } = read;
    expect(history.at(0)).toMatchObject({ event: 'application.file', actor: null });
    expect(history.at(-1)).toMatchObject({ event: 'application.refuse', actor: COLLEAGUE });
    expect(disputes).toMatchObject([{ recorder: COLLEAGUE, endedBy: COLLEAGUE }]);
    expect(quotes).toMatchObject([{ sentBy: COLLEAGUE, settledBy: COLLEAGUE }]);
    const { acknowledgement } = await portal.granted('deskApplication', emergency, reviewer);
    expect(acknowledgement).toEqual({ at: expect.any(Number), askedBy: COLLEAGUE });
  });

  test('is in the audit log and its export', async () => {
    const filter = { ...about, action: 'application.refuse' } as const;
    const { items } = await portal.granted(
      'auditTrail',
      { ...filter, page: 1, pageSize: 20 },
      colleague,
    );
    expect(items).toMatchObject([{ actor: COLLEAGUE, action: 'application.refuse' }]);
    const exported = await portal.call('auditExport', { format: 'csv', ...filter }, colleague);
    expect(exported.response.body).toMatch(new RegExp(`,${COLLEAGUE},application.refuse,`));
  });

  test('is in no response to the requester', async () => {
    const reads = Object.entries(endpoints).filter(
      ([, { access, method, path }]) =>
        (access === 'signedIn' || access === 'anyone') &&
        (method === 'GET' || /history|applicationDetails|decisionLetter/.test(path)),
    );
    expect(reads.length).toBeGreaterThan(10);
    for (const [name, { example }] of reads) {
      const input = { ...Object(example), ...('applicationNumber' in Object(example) && about) };
      const { response } = await portal.call(name as EndpointName, input as never, body);
      expect(response.body, name).not.toContain(COLLEAGUE);
    }
    const details = await portal.granted('applicationDetails', about, body);
    expect(details.history.at(-1)).toMatchObject({ event: 'application.refuse', role: 'reviewer' });
  });
});
