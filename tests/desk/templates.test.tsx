import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import DecisionArea from '#desk/decision/decision-area.tsx';
import TemplatesPage from '#desk/templates/templates-page.tsx';
import { lead } from '#tests/components/people.ts';
import { caseOf } from '#tests/components/records.ts';
import { sendTwice } from '#tests/components/send-rejected.ts';
import { showAtDesk, showCase } from '#tests/components/show-at-desk.tsx';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';

const ID = '3f0f2f0e-6f0b-4f6e-9d51-5b7f1c9a2d10';
const templates: Answers = {
  deskTemplates: [
    { id: ID, name: 'Second page', decision: 'request', texts: { en: 'Dear {name}', pl: 'Witaj' } },
  ],
};
const openTemplates = (answers: Answers = templates) =>
  showAtDesk(<TemplatesPage />, answers, lead);
const button = (name: string) => screen.findByRole('button', { name });

test('a lead reads the templates, changes one and removes one', async () => {
  const user = openTemplates();
  await user.click(await button('Change Second page'));
  const polish = await screen.findByRole('textbox', { name: /Polski/ });
  await user.clear(polish);
  await user.type(polish, 'Brak {{number}');
  const saved = { deskTemplateSave: { id: ID } };
  const texts = { en: 'Dear {name}', pl: 'Brak {number}' };
  expect(
    await sendTwice(user, 'deskTemplateSave', 'Save', 'The template is saved.', saved),
  ).toEqual([{ id: ID, name: 'Second page', decision: 'request', texts }]);
  const remove = async () => {
    await user.click(await button('Remove Second page'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  answerWith({ deskTemplateRemove: rejected(500, 'It went wrong.') });
  await remove();
  await screen.findByText('It went wrong.');
  answerWith({ deskTemplateRemove: null });
  await remove();
  expect(sentTo('deskTemplateRemove')).toEqual([{ id: ID }, { id: ID }]);
});

test('no other template can be opened while a form is open', async () => {
  const user = openTemplates();
  const rowButtons = () =>
    ['Change Second page', 'Remove Second page'].map(
      (name) => screen.queryByRole('button', { name }) !== null,
    );
  await user.click(await button('New template'));
  await screen.findByRole('textbox', { name: 'Name of the template' });
  expect(rowButtons()).toEqual([false, false]);
  await user.click(await button('Cancel'));
  expect(rowButtons()).toEqual([true, true]);
});

test('a template needs a text, and an error names an unknown placeholder', async () => {
  const user = openTemplates({ deskTemplates: [] });
  await screen.findByText(/There are no templates yet/);
  await user.click(await button('New template'));
  await user.type(await screen.findByRole('textbox', { name: /English/ }), '   ');
  await user.click(await button('Save'));
  await screen.findByRole('link', { name: 'Write the text in at least one language' });
  await user.type(await screen.findByRole('textbox', { name: /Français/ }), 'Pour {{vehicle}');
  await user.click(await button('Save'));
  const problems = await screen.findByRole('region', { name: 'There is a problem' });
  expect(
    within(problems)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Give the template a unique name',
    'Choose the decision it is for',
    'Français: unknown placeholder {vehicle}. Known: {number} {name} {holder} {filedOn} {today}',
  ]);
  expect(sentTo('deskTemplateSave')).toEqual([]);
});

test('a chosen template is added to the text of its decision only', async () => {
  const record = caseOf('personal', 'qualification.underReview');
  const template = { id: ID, name: 'Second page', language: 'en', isRequesters: false } as const;
  const user = showCase((shown) => <DecisionArea record={shown} />, {
    deskApplication: record,
    deskTemplateTexts: ({ decision }) =>
      decision === 'refuse' ? new Promise(() => {}) : [{ ...template, text: 'Dear Anna' }],
  });
  await user.click(await screen.findByRole('radio', { name: 'Ask for more information' }));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Text to the requester/ });
  await user.type(text, 'First.');
  const choice = await screen.findByRole('combobox', { name: 'Add a template' });
  await user.selectOptions(choice, 'Second page (English)');
  expect(text.value).toBe('First.\n\nDear Anna');
  expect(sentTo('deskTemplateTexts')).toEqual([
    { applicationNumber: record.number, decision: 'request' },
  ]);
  // Nothing is offered while the templates of another decision load.
  await user.click(screen.getByRole('radio', { name: 'Refuse' }));
  expect(screen.queryByRole('combobox', { name: 'Add a template' })).toBeNull();
});
