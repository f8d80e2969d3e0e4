import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InformationItem } from '#contract/information-items.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { filedForThirdParty, granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);

async function ask(applicationNumber: string, revision: number, ...items: InformationItem[]) {
  const question = { text: 'Please check this.', dueOn: '2099-01-31', items };
  const sent = { applicationNumber, revision, ...question };
  return await portal.granted('deskRequestInformation', sent, reviewer);
}

/** An application of the owner about which the reviewer asked for these items. */
async function asked(stage: 'underReview' | 'requested', ...items: InformationItem[]) {
  const { number, revision } = await portal.applicationAt(stage);
  return ask(number, revision, ...items);
}

const ofOwner = (applicationNumber: string) =>
  portal.granted('applicationDetails', { applicationNumber }, owner);
const atDesk = (applicationNumber: string) =>
  portal.granted('deskApplication', { applicationNumber }, reviewer);
const found = async (search: string) => {
  const query = { search, page: 1, pageSize: 20 } as const;
  return (await portal.granted('deskQueue', query, reviewer)).items.map(({ number }) => number);
};

/** The filed form as it is sent again, with corrections. */
async function formOf(number: string, corrections: Partial<PersonalForm> = {}) {
  return { ...(await ofOwner(number)).personal, ...corrections } as PersonalForm;
}

describe('an answer to a reviewer’s question', () => {
  test.each([
    [['vehicleProof'], { text: 'I have none.' }, 'files'],
    [['purpose', 'agreement'], { text: 'I have none.' }, 'files'],
    [['purpose'], { text: ' ' }, 'text'],
    [[], {}, 'text'],
  ] as [InformationItem[], { text?: string }, string][])(
    'about %j needs more than %j',
    async (items, answer, field) => {
      const sent = { ...(await asked('underReview', ...items)), files: [], ...answer };
      expectAnswer(await portal.call('qualificationReviewSup', sent, owner), {
        code: codes.invalid,
        data: { fields: [{ field, problem: 'required' }] },
      });
    },
  );

  test('needs no text if it includes the requested file', async () => {
    const files = [await portal.uploaded()];
    const sent = { ...(await asked('underReview', 'vehicleProof')), files };
    const { applicationNumber } = await portal.granted('qualificationReviewSup', sent, owner);
    expect((await ofOwner(applicationNumber)).supplements).toMatchObject([
      { text: '', files, changes: [] },
    ]);
  });
});

describe('corrected answers', () => {
  test('replace those in the form; the desk sees both and finds the new name', async () => {
    const question = await asked('underReview', 'userInformation', 'purpose');
    const { applicationNumber } = question;
    const filed = await formOf(applicationNumber);
    const user = { ...filed.user, lastName: 'Zielińska', middleName: 'Maria' };
    const personal = { ...filed, user, purpose: 'insurance' as const };
    const sent = { ...question, files: [], personal };
    const both = await Promise.all(
      [1, 2].map(() => portal.call('qualificationReviewSup', sent, owner)),
    );
    const again = await portal.call('qualificationReviewSup', sent, owner);
    expect([...both, again].map(granted)).toEqual(
      Array.from({ length: 3 }, () => ({ applicationNumber, revision: question.revision + 1 })),
    );

    const record = await atDesk(applicationNumber);
    expect(record.personal).toEqual(personal);
    expect(record.purpose).toBe('insurance');
    expect(record.supplements.map(({ changes }) => changes)).toEqual([
      [
        { field: 'user.middleName', before: [], after: ['Maria'] },
        { field: 'user.lastName', before: ['Nowak'], after: ['Zielińska'] },
        { field: 'purpose', before: ['ownInformation'], after: ['insurance'] },
      ],
    ]);
    const [entry] = await rows(portal.services, 'history_entry', {
      application_number: applicationNumber,
      event: 'information.supply',
    });
    expect(JSON.parse(entry?.facts_json ?? '')).toEqual({
      corrected: ['user.middleName', 'user.lastName', 'purpose'],
    });
    expect(await found('zielińska')).toEqual([applicationNumber]);
    const [row] = await rows(portal.services, 'application', { number: applicationNumber });
    expect(row?.requester_name).toBe('zielinska anna maria');
  });

  test('replace those in the data request, and a new contact address is unconfirmed', async () => {
    const { applicationNumber, revision } = await asked('requested', 'dataTypes');
    const contactEmail = 'partner@example.com';
    const first = await ofOwner(applicationNumber);
    const supply = async (at: number, corrections: object) => {
      const dataRequest = { ...(await ofOwner(applicationNumber)).dataRequest, ...corrections };
      const sent = { applicationNumber, revision: at, files: [], dataRequest };
      await portal.granted('personDataApplicationSup', sent as never, owner);
    };
    await supply(revision, { contactEmail });
    await ask(applicationNumber, revision + 1, 'dataTypes');
    await portal.granted('sendContactCode', { applicationNumber }, owner);
    const code = await lastCode(portal.services, contactEmail);
    await portal.granted('confirmContact', { applicationNumber, code }, owner);

    await supply(revision + 2, { dataTypes: ['battery'] });
    expect(await ofOwner(applicationNumber)).toMatchObject({
      dataRequest: { ...first.dataRequest, dataTypes: ['battery'], contactEmail },
      unconfirmedContact: null,
    });
    await ask(applicationNumber, revision + 3, 'dataTypes');
    await supply(revision + 4, { contactEmail: 'other@example.com' });
    expect((await ofOwner(applicationNumber)).unconfirmedContact).toBe('other@example.com');
  });

  test('of a public-sector body may not add personal data', async () => {
    const token = await portal.signIn('authority@example.eu');
    const applicationNumber = await publicRequest(portal, token);
    const { revision } = await ask(applicationNumber, 1, 'scope');
    const details = await portal.call('applicationDetails', { applicationNumber }, { token });
    const supply = (corrections: Partial<PublicForm>) => {
      const form = { ...granted(details).public, ...corrections } as PublicForm;
      const sent = { applicationNumber, revision, files: [], public: form };
      return portal.call('personDataApplicationSup', sent, { token });
    };
    expectCode(await supply({ dataTypes: ['location'] }), codes.personalDataNotAllowed);
    granted(await supply({ scope: 'Two hundred vehicles.' }));
    expect((await atDesk(applicationNumber)).supplements[0]?.changes).toMatchObject([
      { field: 'scope', after: ['Two hundred vehicles.'] },
    ]);
  });

  test.each<[string, (form: PersonalForm) => Promise<object>]>([
    [
      'another vehicle',
      async (form) => ({ personal: { ...form, vehicle: { ...form.vehicle, vehicleId: 'other' } } }),
    ],
    [
      'another file',
      async (form) => ({
        personal: { ...form, vehicle: { ...form.vehicle, proof: [await portal.uploaded()] } },
      }),
    ],
    [
      'a third party',
      async (form) => {
        const about = { name: 'Workshop', location: 'Warsaw', email: 'workshop@example.com' };
        const thirdParty = { ...about, materials: [], agreement: form.vehicle.proof };
        return { personal: { ...form, thirdParty } };
      },
    ],
  ])('cannot introduce %s', async (_, corrections) => {
    const question = await asked('underReview');
    const personal = await corrections(await formOf(question.applicationNumber));
    const sent = { ...question, text: 'Corrected.', files: [], ...personal };
    expectAnswer(await portal.call('qualificationReviewSup', sent, owner), {
      code: codes.invalid,
      data: { fields: [{ field: 'personal', problem: 'choice' }] },
    });
  });

  test('about the third party need no file', async () => {
    const applicationNumber = await filedForThirdParty(portal);
    await portal.granted('deskStartReview', { applicationNumber, revision: 0 }, reviewer);
    const question = await ask(applicationNumber, 1, 'thirdParty');
    const { thirdParty, ...form } = await formOf(applicationNumber);
    const personal = { ...form, thirdParty: { ...thirdParty, name: 'Workshop SA' } };
    const sent = { ...question, files: [], personal } as never;
    granted(await portal.call('qualificationReviewSup', sent, owner));
    expect((await ofOwner(applicationNumber)).personal?.thirdParty?.name).toBe('Workshop SA');
  });

  test('cannot belong to the form of another stage', async () => {
    const question = await asked('requested');
    const personal = await formOf(question.applicationNumber, { purpose: 'insurance' });
    const sent = { ...question, text: 'Corrected.', files: [], personal };
    expectCode(await portal.call('personDataApplicationSup', sent, owner), codes.invalid);
  });
});
