import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { auditor } from '#tests/components/people.ts';
import { pageOf, sectionOf, textOf } from '#tests/components/reading.ts';

const deadlines = {
  serviceGoalDays: 20,
  answerDays: 14,
  reportDays: 30,
  remindDays: 3,
  fourEyes: [] as 'owner'[],
  holidays: 'Belgium',
  authorityGrounds: ['safetyRequirements', 'tradeSecrets'],
};

test('the handbook shows the decisions in each state, deadlines, grounds and keys', async () => {
  openPage('/desk/handbook', { deskDeadlines: deadlines }, auditor);
  await pageOf('Handbook of the desk');
  const personal = await sectionOf('Applications of users and third parties');
  const headings = within(personal).getAllByRole('heading', { level: 3 }).map(textOf);
  expect(headings).toEqual([
    'Submitted',
    'Qualification under review',
    'Information to be added',
    'Data application pending',
    'Data under review',
    'Information to be added',
    'Data withheld',
    'Review passed',
    'Data suspended',
  ]);
  expect(textOf(personal)).toContain('Confirm eligibility');
  const publicOnes = await sectionOf('Requests of public sector bodies');
  expect(textOf(publicOnes)).toContain('Waiting for data verification');
  expect(textOf(publicOnes)).not.toContain('Confirm eligibility');
  expect(textOf(publicOnes)).not.toMatch(/withheld/);
  expect(textOf(publicOnes)).toContain('Suspend the sharing');
  const resumed = textOf(within(personal).getAllByRole('list').at(-1));
  expect(resumed).toContain(
    'Resume the sharing: The measures are now in place: the data are shared again.',
  );
  expect(resumed).toContain('End the sharing');
  const dates = textOf(await sectionOf('Deadlines'));
  for (const part of ['20', 'Belgium', '5 working days', '30 working days'])
    expect(dates).toContain(part);
  expect(textOf(await sectionOf('Second opinion before an approval'))).toContain('No kind');
  const grounds = await sectionOf('Grounds of refusal');
  expect(within(grounds).getAllByText('Is notified')).toHaveLength(2);
  expect(textOf(grounds)).toContain('Third parties only');
  const keys = await sectionOf('Keys');
  expect(textOf(keys)).toContain('Start or stop watching the application');
  expect(textOf(keys)).toContain('Select the application');
});
