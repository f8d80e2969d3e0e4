import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, requestAt, startSeededPortal } from '#tests/server/seeded-portal.ts';

const MINUTE = 60_000;
const own = 'owner@example.eu';
const contact = 'partner@example.com';

const portal = portalOfTest(startSeededPortal);
const { owner, owningReviewer, reviewer } = callersOf(portal);
let applicationNumber: string;

/** A data request with this contact address, not approved yet. */
async function requested(
  contactEmail: string,
  caller = owner,
): Promise<{ number: string; revision: number }> {
  const { number, revision } = await portal.applicationAt('awaited', caller.token);
  const form = { ...requestAt(portal.services.now()), contactEmail };
  const sent = { applicationNumber: number, revision, form };
  const answer = await portal.granted('personDataApplication', sent, caller);
  return { number, revision: answer.revision };
}

async function approved(contactEmail: string): Promise<string> {
  const { number, revision } = await requested(contactEmail);
  const sent = { applicationNumber: number, revision };
  await portal.granted('deskApprove', sent, reviewer);
  return number;
}

const send = (caller = owner) => portal.call('sendContactCode', { applicationNumber }, caller);
const confirm = (code: string, caller = owner) =>
  portal.call('confirmContact', { applicationNumber, code }, caller);
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');
const mailsTo = (recipient: string) => rows(portal.services, 'mail', { recipient });
const passwordIn = /Password of the file: (\S+)/;
const passwordsTo = async (recipient: string) =>
  (await mailsTo(recipient)).flatMap(({ body }) => passwordIn.exec(body)?.[1] ?? []);

describe('a contact address', () => {
  test('that differs from the account’s gets no mail until it is confirmed', async () => {
    applicationNumber = await approved(contact);
    await generateDue(portal.services);
    expect(await passwordsTo(own)).toHaveLength(1);
    expect(await mailsTo(contact)).toEqual([]);
    const { data } = await portal.call('applicationDetails', { applicationNumber }, owner);
    expect(data.unconfirmedContact).toBe(contact);
  });

  test('gets the password once it is confirmed, and the account’s address gets notices', async () => {
    const other = await requested(contact);
    const { number, revision } = await requested(contact);
    applicationNumber = number;
    expect(granted(await send())).toEqual({ resendAfter: 30 });
    expect((await mailsTo(contact)).map(({ subject }) => subject)).toEqual([
      'Confirm this contact e-mail address',
    ]);
    portal.clock.advance(1000);
    granted(await confirm(await lastCode(portal.services, contact)));
    expect((await mailsTo(own)).at(-1)).toMatchObject({
      subject: `Application ${number}: contact e-mail address confirmed`,
      body: expect.stringContaining(contact),
    });
    const { data } = await portal.call('applicationDetails', { applicationNumber }, owner);
    expect(data.unconfirmedContact).toBeNull();
    const ofOther = { applicationNumber: other.number };
    expect(await portal.granted('applicationDetails', ofOther, owner)).toMatchObject({
      unconfirmedContact: contact,
    });
    portal.clock.advance(1);
    const sent = { applicationNumber, revision };
    await portal.granted('deskApprove', sent, reviewer);
    await generateDue(portal.services);
    expect(await passwordsTo(contact)).toHaveLength(1);
    expect(await passwordsTo(own)).toEqual([]);
    const word = (await mailsTo(own)).filter(({ body }) =>
      body.includes(`contact e-mail address ${contact}`),
    );
    expect(word.map(({ subject }) => subject)).toEqual([
      `Application ${number}: your data are ready`,
    ]);
  });

  test('equal to the account’s needs no code', async () => {
    applicationNumber = await approved(own);
    await generateDue(portal.services);
    expect(await passwordsTo(own)).toHaveLength(1);
    expectCode(await send(), codes.notAllowedNow);
    expectCode(await confirm('123456'), codes.notAllowedNow);
  });

  test('of a public-sector body is confirmed in the same way', async () => {
    const form = { contactEmail: contact };
    applicationNumber = await filedPublicRequest(portal, portal.tokens.owner, form);
    granted(await send());
    granted(await confirm(await lastCode(portal.services, contact)));
    expectCode(await send(), codes.notAllowedNow);
  });
});

describe('the code', () => {
  beforeEach(async () => {
    applicationNumber = (await requested(contact)).number;
  });

  test('cannot be used to sign in, and a sign-in code does not confirm a contact', async () => {
    granted(await send());
    const code = await lastCode(portal.services, contact);
    const signIn = { email: contact, code };
    expectCode(await portal.call('login', signIn), codes.expiredCode);
    portal.clock.advance(MINUTE);
    await portal.call('sendCaptcha', { email: contact, privacyAccepted: true });
    expectCode(await portal.call('login', signIn), codes.wrongCode);
    const ofSignIn = await lastCode(portal.services, contact);
    if (ofSignIn !== code) expectCode(await confirm(ofSignIn), codes.wrongCode);
    granted(await confirm(code));
  });

  test('is valid for ten minutes and is sent again after 30 seconds', async () => {
    granted(await send());
    expectCode(await send(), codes.tooSoon);
    portal.clock.advance(10 * MINUTE);
    expectCode(await confirm(await lastCode(portal.services, contact)), codes.expiredCode);
    granted(await send());
    granted(await confirm(await lastCode(portal.services, contact)));
  });

  test('allows five wrong attempts and does not lock the sign-in', async () => {
    granted(await send());
    const code = await lastCode(portal.services, contact);
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push((await confirm(wrongOf(code))).code);
    expect(answers).toEqual([...Array(4).fill(codes.wrongCode), codes.tooMany]);
    expect(await confirm(code)).toMatchObject({
      code: codes.tooMany,
      message:
        'Too many wrong codes were entered for this e-mail address. Please try again in 24 hours.',
    });
    expectCode(await send(), codes.tooMany);
    expect((await mailsTo(contact)).map(({ subject }) => subject)).toEqual([
      'Confirm this contact e-mail address',
    ]);
    const captcha = { email: contact, privacyAccepted: true } as const;
    expectCode(await portal.call('sendCaptcha', captcha), 200);
  });

  test('is confirmed by a mail to the account of its application only', async () => {
    const people = [
      { caller: owner, address: own },
      { caller: owningReviewer, address: 'owning-reviewer@example.eu' },
    ];
    const numbers = [applicationNumber, (await requested(contact, owningReviewer)).number];
    for (const [at, { caller, address }] of people.entries()) {
      applicationNumber = numbers[at] ?? '';
      portal.clock.advance(MINUTE);
      granted(await send(caller));
      granted(await confirm(await lastCode(portal.services, contact), caller));
      const mails = await rows(portal.services, 'mail', { application_number: applicationNumber });
      const confirmed = mails.filter(({ subject }) => /address confirmed/.test(subject));
      expect(confirmed.map(({ recipient }) => recipient)).toEqual([address]);
    }
  });

  test('is locked for one account only', async () => {
    const owners = applicationNumber;
    applicationNumber = (await requested(contact, owningReviewer)).number;
    const others = applicationNumber;
    granted(await send(owningReviewer));
    const code = await lastCode(portal.services, contact);
    applicationNumber = owners;
    portal.clock.advance(MINUTE);
    granted(await send());
    const ofOwner = await lastCode(portal.services, contact);
    for (let count = 0; count < 5; count++) await confirm(wrongOf(ofOwner));
    expectCode(await confirm(ofOwner), codes.tooMany);
    applicationNumber = others;
    granted(await confirm(code, owningReviewer));
  });

  test('counts towards the limit of codes per address', async () => {
    portal.services.config.CODES_PER_ADDRESS = 4;
    for (const expected of [200, 200, codes.tooMany]) {
      expectCode(await send(), expected);
      portal.clock.advance(MINUTE / 2);
    }
  });
});
