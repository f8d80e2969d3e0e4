import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { MAX_ATTEMPTS } from '#machines/limits.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const owner = () => ({ token: portal.tokens.owner });

test.each([
  [0, 'Please generate it again in the portal.'],
  [3, 'It cannot be generated again. If you need the data, please file a new application.'],
])(
  'a report fails if every attempt to generate it crashes the process; after %d regenerations of 3 the mail says «%s»',
  async (regenerations, words) => {
    const { number: application_number } = await portal.applicationAt('approved');
    // The state after an interrupted start: the attempt is counted, but not ended.
    const interrupted = { state: 'generating', attempts: MAX_ATTEMPTS, regenerations };
    await changeRows(portal.services, 'report', { application_number }, interrupted);
    await generateDue(portal.services);
    expect(await row(portal.services, 'report', { application_number })).toMatchObject({
      state: 'failed',
      reason: 'failed',
      attempts: MAX_ATTEMPTS,
    });
    const subject = `Application ${application_number}: the file could not be generated`;
    const { body } = await row(portal.services, 'mail', { application_number, subject });
    expect(body).toContain(words);
    expect(body.includes('Please generate it again')).toBe(regenerations < 3);
    expect(await rows(portal.services, 'job', { kind: 'report' })).toEqual([]);
    const { items } = await portal.granted('history', {}, owner());
    expect(items.find(({ number }) => number === application_number)).toMatchObject({
      reportState: 'failed',
      regeneration: { regenerations, maxRegenerations: 3 },
    });
  },
);

test('the download of a report that is not ready is rejected with the reason', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  for (const [state, message] of Object.entries({
    queued: 'Generating file... check your email',
    generating: 'Generating file... check your email',
    empty: 'There are no data for this request',
    failed: 'The report could not be generated',
    expired: 'The report is no longer kept',
  })) {
    await changeRows(
      portal.services,
      'report',
      { application_number: applicationNumber },
      { state },
    );
    const answer = await portal.call('report', { applicationNumber }, owner());
    expect(answer).toMatchObject({ code: codes.reportNotReady, message, data: { state } });
  }
});
