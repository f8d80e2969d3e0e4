import { beforeAll, describe, expect, test } from 'vitest';
import { decisions } from '#contract/decision.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { pathTo } from '#forms/application-graph.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import type { Answer } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { completeExtent, filedPublicRequest } from '#tests/server/public-request.ts';
import { contents, dataRequest, granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

type Kind = 'personal' | 'public';
type Call = keyof typeof inputs;

/** Every call that changes an application, with its input apart from number and revision. */
const inputs = {
  terminateOrder: {},
  qualificationReviewSup: { text: 'Here it is.', files: [] },
  personDataApplicationSup: { text: 'Here it is.', files: [] },
  personDataApplication: { form: dataRequest },
  deskStartReview: {},
  deskPassQualification: {},
  deskRequestInformation: { text: 'Please add it.', dueOn: '2099-01-31' },
  deskApprove: {},
  deskResume: {},
  deskWithhold: { text: 'The agreed access control is missing.' },
  deskSuspend: { text: 'The calibration data were published.' },
  deskRefuse: {},
  deskExtendDeadline: { dueOn: '2099-02-28' },
  deskWithdrawQuestion: {},
  deskWithdrawApproval: { text: 'It was approved by mistake.' },
  deskEndSharing: { text: 'The measures will not be taken.' },
  deskReopen: { text: 'It was ended by mistake.' },
  deskUndo: {},
};
const grounds = { personal: 'userNotIdentified', public: 'dataNotControlled' };
const isDesk = (call: string) => call.startsWith('desk');
const isLeads = (call: Call) => endpoints[call].access === 'lead';

const underReview: Call[] = [
  'terminateOrder',
  'deskRequestInformation',
  'deskApprove',
  'deskRefuse',
];
const waiting: Call[] = ['terminateOrder', 'deskRefuse', 'deskExtendDeadline'];
const informationRequired: Call[] = [
  ...waiting,
  'personDataApplicationSup',
  'deskWithdrawQuestion',
  'deskUndo',
];
const both = {
  approved: ['deskSuspend', 'deskWithdrawApproval', 'deskUndo'],
  suspended: ['deskResume', 'deskEndSharing', 'deskUndo'],
  'terminated.byRequester': [],
  'terminated.byHolder': ['deskReopen', 'deskUndo'],
} satisfies Partial<Record<ApplicationState, Call[]>>;

/** Calls that are accepted, by kind and state: the table of the specification, section 6. */
const taken: Record<Kind, Partial<Record<ApplicationState, Call[]>>> = {
  personal: {
    'qualification.submitted': ['terminateOrder', 'deskStartReview', 'deskRefuse'],
    'qualification.underReview': [
      'terminateOrder',
      'deskPassQualification',
      'deskRequestInformation',
      'deskRefuse',
      'deskUndo',
    ],
    'qualification.informationRequired': [
      ...waiting,
      'qualificationReviewSup',
      'deskWithdrawQuestion',
      'deskUndo',
    ],
    'dataRequest.awaited': [...waiting, 'personDataApplication', 'deskUndo'],
    'dataRequest.underReview': [...underReview, 'deskWithhold'],
    'dataRequest.informationRequired': informationRequired,
    'dataRequest.withheld': ['terminateOrder', 'deskResume', 'deskRefuse', 'deskUndo'],
    ...both,
  },
  public: {
    'qualification.submitted': ['terminateOrder', 'deskStartReview', 'deskRefuse'],
    'dataRequest.underReview': [...underReview, 'deskUndo'],
    'dataRequest.informationRequired': informationRequired,
    ...both,
  },
};

const callOf: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(Object.values(decisions).map(({ event, call }) => [event, call])),
  'data.request': 'personDataApplication',
  'application.terminate': 'terminateOrder',
};

/** The calls that lead to a state. */
function wayTo(kind: Kind, state: ApplicationState): Call[] {
  return pathTo(state, kind)
    .slice(1)
    .map(({ event }) => callOf[event ?? ''] as Call);
}

const portal = portalOfFile(startSeededPortal);
const { owner } = callersOf(portal);
let auditor: string;
let lead: string;
beforeAll(async () => {
  lead = await signInAs(portal, 'lead@example.eu', ['reviewer', 'lead']);
  auditor = await signInAs(portal, 'auditor@example.eu', ['auditor']);
});

const filed = (kind: Kind) =>
  kind === 'public' ? filedPublicRequest(portal, owner.token) : portal.filed();

const make = (kind: Kind, call: Call, number: string, revision: number, token?: string) => {
  const { owner, reviewer } = portal.tokens;
  const ofKind: Partial<Record<Call, object>> = {
    deskRefuse: { ground: grounds[kind], text: 'No.' },
    ...(kind === 'public' && { deskApprove: { extent: completeExtent() } }),
  };
  const more = ofKind[call] ?? inputs[call];
  const input = { applicationNumber: number, revision, ...more } as never;
  return portal.call(call as EndpointName, input, {
    token: token ?? (isLeads(call) ? lead : isDesk(call) ? reviewer : owner),
  });
};

async function at(kind: Kind, state: ApplicationState) {
  const number = await filed(kind);
  let revision = 0;
  for (const call of wayTo(kind, state))
    revision = granted(
      (await make(kind, call, number, revision)) as Answer<{ revision: number }>,
    ).revision;
  return { number, revision };
}

test('every state has a case here, except those that a public body’s request never has', () => {
  expect(Object.keys(taken.personal)).toEqual(applicationStates);
  expect(Object.keys(statusCodes)).toEqual(applicationStates);
  const without = applicationStates.filter((state) => !(state in taken.public));
  expect(without).toEqual([
    'qualification.underReview',
    'qualification.informationRequired',
    'dataRequest.awaited',
    'dataRequest.withheld',
  ]);
});

test('every call that changes an application has a case here', () => {
  const changing = Object.entries(endpoints).filter(
    ([name, { example }]) =>
      'applicationNumber' in Object(example) &&
      'revision' in Object(example) &&
      name !== 'deskPreview',
  );
  expect(Object.keys(inputs).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

const cases = (['personal', 'public'] as const).flatMap((kind) =>
  (Object.keys(taken[kind]) as ApplicationState[]).map((state) => [kind, state] as const),
);

describe.each(cases)('a %s application in the state %s', (kind, state) => {
  test('accepts the calls in the table', async () => {
    for (const call of taken[kind][state] ?? []) {
      const fresh = await at(kind, state);
      const answer = await make(kind, call, fresh.number, fresh.revision);
      expect(`${call} ${answer.status} ${answer.message}`).toBe(`${call} 200 OK`);
      expect(answer.data).toMatchObject({ revision: fresh.revision + 1 });
    }
  });

  test('rejects all other calls, and strangers, auditors and the other side, without a change', async () => {
    const { number, revision } = await at(kind, state);
    const before = await contents(portal);
    const { owner, stranger, reviewer } = portal.tokens;
    for (const call of Object.keys(inputs) as Call[]) {
      if (!taken[kind][state]?.includes(call)) {
        const { status, code } = await make(kind, call, number, revision);
        expect(`${call} ${status} ${code}`).toBe(`${call} 409 40901`);
      }
      const others = isLeads(call)
        ? [owner, reviewer, auditor]
        : isDesk(call)
          ? [owner, stranger, auditor]
          : [stranger, reviewer, auditor];
      for (const token of others) {
        const { status, code } = await make(kind, call, number, revision, token);
        expect(`${call} ${status} ${code}`).toBe(
          isDesk(call) ? `${call} 403 403` : `${call} 404 404`,
        );
      }
    }
    expect(await contents(portal)).toEqual(before);
    const pages = [1, 2].map((page) =>
      portal.granted('history', { page, pageSize: 100 }, { token: owner }),
    );
    const items = (await Promise.all(pages)).flatMap((page) => page.items);
    const { code } = items.find((item) => item.number === number) ?? {};
    expect(code, `code of ${number} in ${state}`).toBe(statusCodes[state]);
  });
});

/** Codes of the specification, section 6; it has no state with code 5. */
const statusCodes: Readonly<Record<string, number>> = {
  'qualification.submitted': 0,
  'qualification.underReview': 1,
  'qualification.informationRequired': 9,
  'dataRequest.awaited': 2,
  'dataRequest.underReview': 3,
  'dataRequest.informationRequired': 8,
  'dataRequest.withheld': 3,
  approved: 4,
  suspended: 5,
  'terminated.byRequester': 10,
  'terminated.byHolder': 11,
};
