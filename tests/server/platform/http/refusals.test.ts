import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest, publicRequest } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import {
  contents,
  dataRequest,
  filedForThirdParty,
  personalForm,
  requestAt,
  type Stage,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, stranger, reviewer, owningReviewer } = callersOf(portal);

type PassingOnInput = InputOf<typeof endpoints.passingOnNotify>;

/** Fields that name something owned. */
const naming =
  /"(applicationNumber|vehicleId|grantId|tokenId|fileId|proof|materials|agreement|files)":/;

interface Case {
  input: object;
  /** Code for other accounts; `notFound` by default. */
  refused?: number;
}

const at = async (stage: Stage) => {
  const { number, revision } = await portal.applicationAt(stage);
  return { applicationNumber: number, revision };
};

/** Files a data request with another contact address; returns the application number. */
async function withContact(contactEmail: string): Promise<string> {
  const sent = await at('awaited');
  const form = { ...requestAt(portal.services.now()), contactEmail };
  await portal.granted('personDataApplication', { ...sent, form }, owner);
  return sent.applicationNumber;
}

/** Live access of the owner, which can be renewed. */
async function ownGrant(): Promise<{ grantId: string }> {
  const { grantId } = await portal.granted('liveGrantRequest', { vehicleId: VEHICLE }, owner);
  portal.clock.advance(1000);
  return { grantId };
}

const wantedToken = async () => ({
  ...endpoints.liveTokenCreate.example,
  ...(await ownGrant()),
});

/** Cases whose input is an application in a stage, and more. */
const byStage: Partial<Record<EndpointName, [Stage, object?]>> = {
  applicationDetails: ['submitted'],
  dataCoverage: ['awaited'],
  terminateOrder: ['submitted', {}],
};

/** Inputs of the owner for calls that name files. */
const namingFiles: Partial<Record<EndpointName, (files: string[]) => Promise<object>>> = {
  personQualificationReview: async (files) => ({
    submissionId: crypto.randomUUID(),
    form: personalForm(files),
  }),
  publicApplication: async (materials) => ({
    submissionId: crypto.randomUUID(),
    form: { ...endpoints.publicApplication.example.form, materials },
  }),
  qualificationReviewSup: async (files) => ({
    ...(await at('informationRequired')),
    text: 'Here it is.',
    files,
  }),
  personDataApplication: async (agreement) => ({
    ...(await at('awaited')),
    form: { ...dataRequest, agreement },
  }),
  personDataApplicationSup: async (files) => ({
    ...(await at('dataInformationRequired')),
    text: 'Here it is.',
    files,
  }),
};
const refusedWith: Partial<Record<string, number>> = {
  personQualificationReview: codes.vehicleNotLinked,
  publicApplication: codes.unknownFile,
};

const prepareStage = async (stage: Stage, more?: object): Promise<Case> => {
  const { applicationNumber, revision } = await at(stage);
  return { input: { applicationNumber, ...(more && { revision, ...more }) } };
};

/** One delivered report for all calls about it. The last one generates it again. */
const ofReport = [
  'report',
  'reportPreview',
  'decisionLetter',
  'resendPassword',
  'regenerateReport',
] as const;
let delivered: Promise<{ input: { applicationNumber: string } }> | undefined;
function deliveredReport() {
  delivered ??= at('approved').then(async ({ applicationNumber }) => {
    await generateDue(portal.services);
    return { input: { applicationNumber } };
  });
  return delivered;
}

const ownCases: Partial<Record<EndpointName, () => Promise<Case>>> = {
  ...Object.fromEntries(
    Object.entries(byStage).map(([name, [stage, more]]) => [name, () => prepareStage(stage, more)]),
  ),
  ...Object.fromEntries(ofReport.map((name) => [name, deliveredReport])),
  ...Object.fromEntries(
    Object.entries(namingFiles).map(([name, inputWith]) => [
      name,
      async () => ({
        input: await inputWith([await portal.uploaded()]),
        ...(refusedWith[name] && { refused: refusedWith[name] }),
      }),
    ]),
  ),
  file: async () => ({ input: { fileId: await portal.uploaded() } }),
  liveGrantRequest: async () => ({
    input: { vehicleId: VEHICLE },
    refused: codes.vehicleNotLinked,
  }),
  liveGrantChange: async () => ({ input: { ...(await ownGrant()), change: 'renew' } }),
  liveDay: async () => ({ input: await ownGrant() }),
  liveStream: async () => ({ input: await ownGrant() }),
  liveTokenCreate: async () => ({ input: await wantedToken() }),
  liveTokenRevoke: async () => {
    const { tokenId } = await portal.granted('liveTokenCreate', await wantedToken(), owner);
    return { input: { tokenId } };
  },
  ownVehicle: async () => ({ input: { vehicleId: VEHICLE }, refused: codes.vehicleNotLinked }),
  sendContactCode: async () => ({
    input: { applicationNumber: await withContact('first@example.com') },
  }),
  confirmContact: async () => {
    const contact = 'second@example.com';
    const applicationNumber = await withContact(contact);
    await portal.granted('sendContactCode', { applicationNumber }, owner);
    const code = await lastCode(portal.services, contact);
    return { input: { applicationNumber, code } };
  },
  nameRecipient: async () => ({
    input: { applicationNumber: await filedForThirdParty(portal), email: 'a@example.com' },
  }),
  withdrawRecipient: async () => {
    const applicationNumber = await filedForThirdParty(portal);
    const named = { applicationNumber, email: 'b@example.com' };
    await portal.granted('nameRecipient', named, owner);
    return { input: { applicationNumber } };
  },
  disputeRecord: async () => {
    const { applicationNumber } = await at('submitted');
    const { body, bodyName } = endpoints.disputeRecord.example;
    return { input: { applicationNumber, body, bodyName, startedOn: '2026-11-02' } };
  },
  quoteAnswer: async () => {
    const applicationNumber = await publicRequest(portal, owner.token);
    const offer = { ...endpoints.deskQuoteSend.example, applicationNumber };
    const { quoteId } = await portal.granted('deskQuoteSend', offer, reviewer);
    return { input: { applicationNumber, quoteId, answer: 'accept' } };
  },
  passingOnNotify: async () => {
    const applicationNumber = await givenRequest(portal, owner.token);
    const { applicationNumber: _, ...facts } = endpoints.passingOnNotify.example as PassingOnInput;
    return { input: { applicationNumber, ...facts } };
  },
  erasureNotify: async () => ({
    input: {
      applicationNumber: await givenRequest(portal, owner.token),
      erasedOn: '2026-11-02',
    },
  }),
};

/** Stage and input for each decision. */
const decisions: Partial<Record<EndpointName, [Stage, object]>> = {
  deskExtendDeadline: ['informationRequired', { dueOn: '2099-02-28' }],
  deskWithdrawQuestion: ['informationRequired', {}],
  deskStartReview: ['submitted', {}],
  deskPassQualification: ['underReview', {}],
  deskRequestInformation: ['underReview', { text: 'Please add it.', dueOn: '2099-01-31' }],
  deskApprove: ['requested', {}],
  deskWithhold: ['requested', { text: 'The agreed access control is missing.' }],
  deskSuspend: ['approved', { text: 'The calibration data were published.' }],
  deskResume: ['withheld', {}],
  deskPreview: ['underReview', { decision: 'pass' }],
  deskRefuse: ['underReview', { ground: 'userNotIdentified', text: 'Another person.' }],
};

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const protectedCalls = all.filter(([, { access }]) => access !== 'anyone');
const withAccess = (wanted: Endpoint['access']) =>
  all.filter(([, { access }]) => access === wanted).map(([name]) => name);
const reviewersCalls = withAccess('reviewer');
/** A token of a session that has ended. */
let endedToken: string;
beforeAll(async () => {
  endedToken = await portal.signIn('leaving@example.eu');
  await portal.granted('logout', {}, { token: endedToken });
});

async function send(name: EndpointName, input: object, who: { token?: string | undefined }) {
  if (endpoints[name].kind === 'multipart') {
    const file = { name: 'proof.pdf', content: Buffer.from('%PDF-1.7') };
    const sent = { fields: input as Record<string, string>, file };
    return portal.upload(name as 'personUploadCert', sent, who);
  }
  return portal.call(name, input as never, who);
}

test.each(protectedCalls)(
  '%s is rejected without a valid token',
  { tags: ['6-signed-in'] },
  async (name, { example }) => {
    const before = await contents(portal);
    for (const token of [undefined, '', 'x'.repeat(43), endedToken])
      expectCode(await send(name, example as object, { token }), 401);
    expect(await contents(portal)).toEqual(before);
  },
);

describe('a reviewer', () => {
  test('has a case here for every decision', () => {
    // An undo follows a decision, and has its own suite.
    const taking = reviewersCalls.filter(
      (name) => 'revision' in Object(endpoints[name].example) && name !== 'deskUndo',
    );
    expect(Object.keys(decisions).sort()).toEqual(taking.sort());
  });

  test.each(Object.entries(decisions))(
    'can use %s on applications of others, not on their own',
    async (key, [stage, more]) => {
      const name = key as EndpointName;
      const own = await portal.applicationAt(stage, owningReviewer.token);
      const input = { applicationNumber: own.number, revision: own.revision, ...more };
      const before = await contents(portal);
      expectCode(await send(name, input, owningReviewer), codes.notAllowedNow);
      expect(await contents(portal)).toEqual(before);
      expectCode(await send(name, { ...(await at(stage)), ...more }, owningReviewer), 200);
    },
  );
});

describe('an owned object', () => {
  test('has a case here for every call that names it', () => {
    const named = all
      .filter(
        ([, { access, example }]) => access === 'signedIn' && naming.test(JSON.stringify(example)),
      )
      .map(([name]) => name);
    expect(Object.keys(ownCases).sort()).toEqual(named.sort());
  });

  test.each(Object.entries(ownCases))(
    'is available to its owner only: %s',
    { tags: ['6-own'] },
    async (key, prepare) => {
      const name = key as EndpointName;
      const { input, refused = codes.notFound } = await prepare();
      const before = await contents(portal);
      const logged = Number(before.audit_entry?.length);
      for (const who of [stranger, reviewer]) {
        const answer = await send(name, input, who);
        expectCode(answer, refused);
        expect(answer.status, answer.message).toBeLessThan(500);
      }
      const { audit_entry, audit_head, seal, ...after } = await contents(portal);
      expect(audit_entry).toHaveLength(logged);
      const logs = { audit_entry: before.audit_entry, audit_head: before.audit_head };
      expect({ ...after, ...logs, seal: before.seal }).toEqual(before);
      expectCode(await send(name, input, owner), 200);
    },
  );
});

describe('files that a call names', () => {
  test('have a case here for every call', () => {
    const naming = /"(proof|materials|agreement|files)":/;
    const named = all.filter(([, { example }]) => naming.test(JSON.stringify(example)));
    expect(Object.keys(namingFiles).toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });

  test.each(Object.entries(namingFiles))(
    'are rejected by %s if they are another’s, in another application or missing',
    async (key, inputWith) => {
      const name = key as EndpointName;
      const used = await portal.uploaded();
      const filing = { submissionId: crypto.randomUUID(), form: personalForm([used]) };
      expectCode(await send('personQualificationReview', filing, owner), 200);
      const foreign = [await portal.uploaded(), await portal.uploaded(owningReviewer.token)];
      for (const files of [foreign, [used], ['0'.repeat(32)]]) {
        const input = await inputWith(files);
        const before = await contents(portal);
        expectCode(await send(name, input, owner), codes.unknownFile);
        expect(await contents(portal)).toEqual(before);
      }
    },
  );
});

describe('calls', () => {
  test('without sign-in are public facts and sign-in itself', () => {
    expect(withAccess('anyone').toSorted()).toEqual([
      'agreement',
      'companyLogin',
      'companySignIn',
      'config',
      'cookieList',
      'cookieRecord',
      'delivery',
      'deliveryConfirm',
      'deliveryFile',
      'greeting',
      'language',
      'liftLock',
      'login',
      'options',
      'publicApplyType',
      'reportKey',
      'sendCaptcha',
    ]);
  });

  test('for staff only are those of the desk and the charts, and no others', () => {
    const staffs = all.filter(([, { access }]) => access !== 'anyone' && access !== 'signedIn');
    const atTheDesk = all.filter(([, { path }]) => /^\/server\/(desk|charts)\//.test(path));
    expect(staffs).toEqual(atTheDesk);
  });

  test('for decisions are open to reviewers and leads only', () => {
    const decisions = all.filter(([, { example }]) => 'revision' in Object(example));
    const staffs = decisions.filter(([, { path }]) => path.startsWith('/server/desk/'));
    expect(new Set(staffs.map(([, { access }]) => access))).toEqual(new Set(['reviewer', 'lead']));
  });
});

describe('a list', () => {
  test('shows requesters only their own applications', {
    tags: ['6-own'],
  }, async () => {
    const { number } = await portal.applicationAt('submitted');
    const { number: other } = await portal.applicationAt('submitted', owningReviewer.token);
    const numbers = async (who: typeof owner) => {
      const { data } = await portal.call('history', { page: 1, pageSize: 100 }, who);
      expect(data.total).toBe(data.items.length);
      return data.items.map((item) => item.number);
    };
    expect(await numbers(owner)).toContain(number);
    expect(await numbers(owner)).not.toContain(other);
    expect(await numbers(owningReviewer)).toContain(other);
    expect(await numbers(owningReviewer)).not.toContain(number);
    expect(await numbers(stranger)).toEqual([]);
    expect(await numbers(reviewer)).toEqual([]);
  });

  test('of vehicles shows those of the account', { tags: ['3-vehicle'] }, async () => {
    const vehiclesOf = async (who: typeof owner) =>
      (await portal.granted('currentUser', {}, who)).vehicles?.length;
    expect(await vehiclesOf(owner)).toBe(1);
    expect(await vehiclesOf(stranger)).toBe(0);
  });
});

describe('an identifier', () => {
  test('of an application reveals nothing: responses for another’s and for a missing one are equal', async () => {
    const { applicationNumber } = (await deliveredReport()).input;
    const none = 'VD-20261120-000000';
    for (const name of [
      'applicationDetails',
      'dataCoverage',
      'report',
      'reportPreview',
      'regenerateReport',
      'resendPassword',
      'sendContactCode',
      'withdrawRecipient',
    ] as const) {
      const another = await portal.call(name, { applicationNumber }, stranger);
      const nothing = await portal.call(name, { applicationNumber: none }, stranger);
      expect(another.response.body, name).toBe(nothing.response.body);
      expect(another.status, name).toBe(nothing.status);
    }
    const another = await portal.call('file', { fileId: await portal.uploaded() }, stranger);
    const nothing = await portal.call('file', { fileId: '0'.repeat(32) }, stranger);
    expect(another.message).toBe(nothing.message);
    expect(another.code, another.message).toBe(nothing.code);
  });

  test('of a submission belongs to its sender: another account can use the same id', async () => {
    const submissionId = crypto.randomUUID();
    const file = async (who: typeof owner) => {
      const form = personalForm([await portal.uploaded(who.token)]);
      const sent = { submissionId, form };
      return (await portal.granted('personQualificationReview', sent, who)).applicationNumber;
    };
    const first = await file(owner);
    expect(await file(owningReviewer)).not.toBe(first);
    expect(await file(owner)).toBe(first);
  });
});
