import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unsavedKeys } from '#tests/components/drafts.ts';
import { choose, fill, set, write } from '#tests/components/filling.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { sectionOf, textOf } from '#tests/components/reading.ts';
import { NUMBER, recordOf } from '#tests/components/records.ts';
import { sendTwice } from '#tests/components/send-rejected.ts';

const HEADING = 'Notices to the data holder';
const at = Date.parse('2026-11-20T09:00:00Z');
const open = (others: object = {}, state: 'approved' | 'dataRequest.underReview' = 'approved') =>
  openApplication(recordOf('public', state, others));

test('a body reports passing on with all required fields', async () => {
  const user = open();
  const section = await sectionOf(HEADING);
  await user.click(within(section).getByRole('button', { name: 'Report passing on' }));
  await user.click(await screen.findByRole('button', { name: 'Send the notice' }));
  for (const problem of [
    'Choose to whom you pass the data on',
    'Enter the name of the organisation',
    'Enter the contact details of the organisation',
    'Write for which purpose',
    'Enter the last day on which the data are used',
    'Describe the technical and organisational measures',
  ])
    await within(section).findByRole('link', { name: problem });
  const usedUntil = `${new Date().getUTCFullYear() + 1}-01-31`;
  await fill(user, [
    choose('To whom do you pass the data on?', 'National statistical institute or Eurostat'),
    write('Name of the organisation', 'Statistics Poland'),
    write('Contact details of the organisation', 'office@stat.example'),
    write('Purpose', 'Statistics of charging.'),
    set('Used until', usedUntil),
    write('Technical protection and organisational measures', 'Stored encrypted.'),
  ]);
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:passing-on:/)]);
  const facts = {
    kind: 'statistics' as const,
    organisation: 'Statistics Poland',
    contact: 'office@stat.example',
    purpose: 'Statistics of charging.',
    safeguards: 'Stored encrypted.',
    usedUntil,
  };
  const sent = await sendTwice(user, 'passingOnNotify', 'Send the notice', 'The notice is sent.', {
    passingOnNotify: { applicationNumber: NUMBER },
    applicationDetails: recordOf('public', 'approved', {
      passedOn: [{ noticeId: 'n1', at, ...facts }],
    }),
  });
  expect(sent).toEqual([{ applicationNumber: NUMBER, ...facts }]);
  await waitFor(() =>
    expect(textOf(section)).toContain('Passed on to Statistics Poland, until 31'),
  );
  expect(textOf(section)).toContain('Safeguards: Stored encrypted.Notice of 20 November 2026');
});

test('a body reports the erasure once', async () => {
  const user = open();
  const section = await sectionOf(HEADING);
  await user.click(within(section).getByRole('button', { name: 'Report the erasure' }));
  await fill(user, [set('Erased on', '2026-11-18'), write('Remark (optional)', 'All.')]);
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:erasure:/)]);
  const sent = await sendTwice(user, 'erasureNotify', 'Send the notice', 'The notice is sent.', {
    erasureNotify: { applicationNumber: NUMBER },
    applicationDetails: recordOf('public', 'approved', { erasedOn: '2026-11-18' }),
  });
  await waitFor(() => expect(textOf(section)).toContain('Erased on 18 November 2026'));
  expect(sent).toEqual([{ applicationNumber: NUMBER, erasedOn: '2026-11-18', text: 'All.' }]);
  expect(within(section).queryByRole('button', { name: 'Report the erasure' })).toBeNull();
});

test('before the delivery a body sees the requests of the desk, but cannot send notices', async () => {
  open({ acknowledgement: { at } }, 'dataRequest.underReview');
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain('Public acknowledgement asked for on 20 November 2026');
  expect(within(section).queryByRole('button')).toBeNull();
});
