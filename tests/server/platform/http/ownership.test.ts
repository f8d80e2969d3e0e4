import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import {
  contents,
  dataRequest,
  personalForm,
  type Stage,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const withAccess = (wanted: Endpoint['access']) =>
  all.filter(([, { access }]) => access === wanted).map(([name]) => name);

const portal = portalOfFile(startSeededPortal);

// `refusals.test.ts` tests the access of every call; this tests the table of access.
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
    const { owner, stranger, reviewer, owningReviewer } = portal.tokens;
    const { number } = await portal.applicationAt('submitted');
    const { number: other } = await portal.applicationAt('submitted', owningReviewer);
    const numbers = async (token: string) => {
      const { data } = await portal.call('history', { page: 1, pageSize: 100 }, { token });
      expect(data.total).toBe(data.items.length);
      return data.items.map((item) => item.number);
    };
    expect(await numbers(owner)).toContain(number);
    expect(await numbers(owner)).not.toContain(other);
    expect(await numbers(owningReviewer)).toEqual([other]);
    expect(await numbers(stranger)).toEqual([]);
    expect(await numbers(reviewer)).toEqual([]);
  });

  test('of vehicles shows those of the account', { tags: ['3-vehicle'] }, async () => {
    const { owner, stranger } = portal.tokens;
    const vehiclesOf = async (token: string) =>
      (await portal.call('currentUser', {}, { token })).data.vehicles?.length;
    expect(await vehiclesOf(owner)).toBe(1);
    expect(await vehiclesOf(stranger)).toBe(0);
  });
});

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

describe('files that a call names', () => {
  test('have a case here for every call', () => {
    const naming = /"(proof|materials|agreement|files)":/;
    const named = all.filter(([, { example }]) => naming.test(JSON.stringify(example)));
    expect(Object.keys(namingFiles).toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });

  const cases = Object.entries(namingFiles);
  const send = (name: string, input: object) =>
    portal.call(name as EndpointName, input as never, { token: portal.tokens.owner });

  test.each(cases)(
    'are rejected by %s when they belong to another account',
    async (name, inputWith) => {
      const foreign = await portal.uploaded(portal.tokens.owningReviewer);
      const own = await portal.uploaded();
      await expectRefused(name, await inputWith([own, foreign]));
    },
  );

  test.each(cases)(
    'are rejected by %s when they are part of another application',
    async (name, inputOf) => {
      const used = await portal.uploaded();
      const input = { submissionId: crypto.randomUUID(), form: personalForm([used]) };
      expectCode(await send('personQualificationReview', input), 200);
      await expectRefused(name, await inputOf([used]));
    },
  );

  test.each(cases)('are rejected by %s when they do not exist', async (name, inputWith) => {
    await expectRefused(name, await inputWith(['0'.repeat(32)]));
  });

  test.each(cases)(
    'are accepted by %s when they are the caller’s and new',
    async (name, inputWith) => {
      expectCode(await send(name, await inputWith([await portal.uploaded()])), 200);
    },
  );

  async function expectRefused(name: string, input: object) {
    const before = await contents(portal);
    expectCode(await send(name, input), codes.unknownFile);
    expect(await contents(portal)).toEqual(before);
  }
});

describe('an identifier', () => {
  test('of an application reveals nothing: responses for another’s and for a missing one are equal', async () => {
    const { applicationNumber } = await at('approved');
    await generateDue(portal.services);
    const none = 'VD-20261120-000000';
    const caller = { token: portal.tokens.stranger };
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
      const another = await portal.call(name, { applicationNumber }, caller);
      const nothing = await portal.call(name, { applicationNumber: none }, caller);
      expect(another.response.body, name).toBe(nothing.response.body);
      expect(another.status, name).toBe(nothing.status);
    }
    const another = await portal.call('file', { fileId: await portal.uploaded() }, caller);
    const nothing = await portal.call('file', { fileId: '0'.repeat(32) }, caller);
    expect(another.message).toBe(nothing.message);
    expect(another.code, another.message).toBe(nothing.code);
  });

  test('of a submission belongs to its sender: another account can use the same id', async () => {
    const { owner, owningReviewer } = portal.tokens;
    const submissionId = crypto.randomUUID();
    const file = async (token: string) => {
      const form = personalForm([await portal.uploaded(token)]);
      const { data } = await portal.call(
        'personQualificationReview',
        { submissionId, form },
        { token },
      );
      return data.applicationNumber;
    };
    const first = await file(owner);
    expect(await file(owningReviewer)).not.toBe(first);
    expect(await file(owner)).toBe(first);
  });
});

async function at(stage: Stage) {
  const { number, revision } = await portal.applicationAt(stage);
  return { applicationNumber: number, revision };
}
