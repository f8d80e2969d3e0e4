import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { pdf } from './samples.ts';

const portal = portalOfTest(startSeededPortal);
const { owner } = callersOf(portal);

const filed = async (proof: string, token = portal.tokens.owner, submissionId?: string) =>
  portal.call(
    'personQualificationReview',
    { submissionId: submissionId ?? crypto.randomUUID(), form: personalForm([proof]) },
    { token },
  );

describe('applications', () => {
  test('for one vehicle are accepted up to the limit, also concurrently', async () => {
    portal.services.config.APPLICATIONS_PER_VEHICLE = 10;
    const proofs: string[] = [];
    for (let count = 0; count < 40; count++) proofs.push(await portal.uploaded());
    const answers = await Promise.all(proofs.map((proof) => filed(proof)));
    const refused = answers.filter(({ code }) => code === codes.tooMany);
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(10);
    expect(refused).toHaveLength(30);
    expect(refused[0]).toMatchObject({
      status: 429,
      message: 'Too many applications were filed for this vehicle. Please try again in 3 hours.',
      data: { rateLimit: 'applicationsOfVehicle' },
    });
    expect(refused[0]?.response.headers['retry-after']).toBe('8640');
    expect(await rows(portal.services, 'application')).toHaveLength(10);
    // The limit is shared by all users of the vehicle.
    const { owningReviewer } = portal.tokens;
    const theirs = await filed(await portal.uploaded(owningReviewer), owningReviewer);
    expectCode(theirs, codes.tooMany);
    portal.clock.advance(8640 * 1000);
    expectCode(await filed(await portal.uploaded()), codes.ok);
  });

  test('of one account are accepted up to the limit', async () => {
    portal.services.config.APPLICATIONS_PER_ACCOUNT = 2;
    const { owningReviewer } = portal.tokens;
    for (const expected of [codes.ok, codes.ok, codes.tooMany])
      expectCode(await filed(await portal.uploaded()), expected);
    const theirs = await filed(await portal.uploaded(owningReviewer), owningReviewer);
    expectCode(theirs, codes.ok);
  });

  test('that are repeated get the original result, also when the limit is used up', async () => {
    portal.services.config.APPLICATIONS_PER_ACCOUNT = 1;
    const [proof, submissionId] = [await portal.uploaded(), crypto.randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => filed(proof, portal.tokens.owner, submissionId)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(4).fill(codes.ok));
    expect(new Set(answers.map(({ data }) => data.applicationNumber)).size).toBe(1);
  });
});

describe('uploads', () => {
  const upload = (content: Uint8Array = pdf) =>
    portal.upload(
      'personUploadCert',
      { fields: { usage: 'vehicleProof' }, file: { name: 'proof.pdf', content } },
      owner,
    );
  beforeEach(async () => {
    expect(await rows(portal.services, 'stored_file')).toEqual([]);
  });

  test('are limited by number, and rejected files are not saved', async () => {
    portal.services.config.FILES_PER_ACCOUNT = 3;
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === codes.tooMany)).toHaveLength(5);
    expect(await rows(portal.services, 'stored_file')).toHaveLength(3);
  });

  test('of one account are limited in concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => upload()));
    const [refused] = answers.filter(({ code }) => code === codes.tooMany);
    expect(refused?.response.headers['retry-after']).toBe('5');
    expectCode(await upload(), codes.ok);
  });

  test('are limited by size', async () => {
    portal.services.config.MEBIBYTES_PER_ACCOUNT = 3;
    const large = Buffer.concat([pdf, Buffer.alloc(1024 * 1024)]);
    for (const expected of [codes.ok, codes.ok, codes.tooMany])
      expectCode(await upload(large), expected);
    // A small file still fits.
    expectCode(await upload(), codes.ok);
  });
});

describe('files that applications for one vehicle name', () => {
  test('are limited for all accounts together, and a rejected application is not stored', async () => {
    portal.services.config.FILES_PER_VEHICLE = 2;
    const { owner, owningReviewer } = portal.tokens;
    const answers = [];
    for (const token of [owner, owningReviewer, owner])
      answers.push(await filed(await portal.uploaded(token), token));
    expect(answers.map(({ code }) => code)).toEqual([codes.ok, codes.ok, codes.tooMany]);
    expect(await rows(portal.services, 'application')).toHaveLength(2);
    portal.clock.advance(12 * 60 * 60 * 1000);
    expectCode(await filed(await portal.uploaded()), codes.ok);
  });

  test('are limited by size', async () => {
    portal.services.config.MEBIBYTES_PER_VEHICLE = 1;
    const { size } =
      (await rows(portal.services, 'stored_file', { id: await portal.uploaded() }))[0] ?? {};
    expect(size).toBeLessThan(1024 * 1024);
    await changeRows(portal.services, 'stored_file', {}, { size: 1024 * 1024 + 1 });
    const [{ id = '' } = {}] = await rows(portal.services, 'stored_file');
    expectCode(await filed(id), codes.tooMany);
    expectCode(await filed(await portal.uploaded()), codes.ok);
  });

  test('are counted once, also with supplementary information', async () => {
    portal.services.config.FILES_PER_VEHICLE = 2;
    const { number: applicationNumber, revision } =
      await portal.applicationAt('informationRequired');
    const supply = async (files: string[]) =>
      portal.call(
        'qualificationReviewSup',
        { applicationNumber, revision, text: 'Here it is', files },
        owner,
      );
    const [one, other] = [await portal.uploaded(), await portal.uploaded()];
    expectCode(await supply([one, other]), codes.tooMany);
    expectCode(await supply([one]), codes.ok);
  });
});
