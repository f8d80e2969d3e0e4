import { i18n } from '@lingui/core';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stateWords } from '#forms/states.ts';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { decisions, leads } from '#tests/components/offered.ts';
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
  const publicOnes = await sectionOf('Requests of public sector bodies');
  const sections = { personal, public: publicOnes };
  for (const kind of ['personal', 'public'] as const) {
    const shown = [...sections[kind].querySelectorAll('ol > li')].map((state) => [
      textOf(state.querySelector('h3')),
      ...[...state.querySelectorAll('b')].map(textOf),
    ]);
    const offered = kindsAndStates
      .filter((each) => each.kind === kind)
      .map(({ state }) => [
        i18n._(stateWords(state, kind).label),
        ...(decisions[`${kind} ${state}`] ?? []),
        ...(leads[state] ? [leads[state]] : []),
      ])
      .filter((each) => each.length > 1);
    expect(shown).toEqual(offered);
  }
  for (const part of [
    'Resume the sharing: The measures are now in place: the data are shared again.',
    'Say why in writing. Only a lead can do this.',
  ])
    expect(textOf(personal)).toContain(part);
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
