import { expect, test } from 'vitest';
import { rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { filedForThirdParty, granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);
const owner = () => ({ token: portal.tokens.owner });

/** Moves an application for a third party to a state in which its recipient can be named. */
async function awaited(): Promise<string> {
  const applicationNumber = await filedForThirdParty(portal);
  const reviewer = { token: portal.tokens.reviewer };
  for (const [revision, name] of (['deskStartReview', 'deskPassQualification'] as const).entries())
    granted(await portal.call(name, { applicationNumber, revision } as never, reviewer));
  return applicationNumber;
}

const deliveriesSealed = async () => [
  ...new Set(
    (await rows(portal.services, 'seal', { kind: 'recipient' })).map(
      (one) => JSON.parse(one.subject)[0],
    ),
  ),
];

test('each of two applications has its own recipient', async () => {
  const numbers = [await awaited(), await awaited()];
  const addressOf = (number: string) => `workshop-${numbers.indexOf(number)}@example.com`;
  const recipientOf = async (applicationNumber: string) =>
    granted(await portal.call('applicationDetails', { applicationNumber }, owner())).recipient;
  for (const applicationNumber of numbers)
    granted(
      await portal.call(
        'nameRecipient',
        { applicationNumber, email: addressOf(applicationNumber) },
        owner(),
      ),
    );
  for (const number of numbers) {
    expect(await recipientOf(number)).toMatchObject({
      email: addressOf(number),
      withdrawnAt: null,
    });
    const mails = await rows(portal.services, 'mail', { recipient: addressOf(number) });
    expect(mails.map(({ application_number }) => application_number)).toEqual([number]);
  }
  for (const applicationNumber of numbers) {
    granted(await portal.call('withdrawRecipient', { applicationNumber }, owner()));
    expect(await recipientOf(applicationNumber)).toMatchObject({
      withdrawnAt: portal.services.now(),
    });
  }
});

test('without a named recipient, no delivery is sealed', async () => {
  const number = await awaited();
  const named = { applicationNumber: number, email: 'workshop@example.com' };
  granted(await portal.call('nameRecipient', named, owner()));
  await portal.applicationAt('approved');
  await generateDue(portal.services);
  expect(await rows(portal.services, 'report')).toHaveLength(1);
  expect(await deliveriesSealed()).toEqual([number]);
});
