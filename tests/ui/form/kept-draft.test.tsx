import { screen, waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { NOW, showPart } from '#tests/components/open-page.tsx';
import { typedIn } from '#tests/components/reading.ts';
import { type Answers, answerWith, refused, sentTo } from '#tests/components/stub-calls.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { findDraft } from '#ui/form/drafts.ts';
import { TextField } from '#ui/form/text-field.tsx';

const DRAFT = 'anna:application';
const schema = z.object({ name: z.string() });
const content = (name: string) => JSON.stringify({ values: { name } });
const kept = (version: number, name: string) => ({
  version,
  savedAt: NOW - 3_600_000,
  content: content(name),
});
const keepHere = (draft: object) => localStorage.setItem(`draft:${DRAFT}`, JSON.stringify(draft));

function Form() {
  const form = useContractForm({
    schema,
    initialValues: { name: '' },
    toInput: (values) => values,
    words: { name: { prompt: 'Enter a name' } },
    draft: DRAFT,
  });
  return (
    <CheckedForm form={form} onSubmit={() => {}}>
      <TextField form={form} name="name" label="Name" />
      <button type="button" onClick={form.done}>
        Give up
      </button>
    </CheckedForm>
  );
}
const show = (answers: Answers = {}) => showPart(<Form />, answers);
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const within4s = { timeout: 4500 };

test('what is typed is kept for the account, each version from the one before', async () => {
  const user = show();
  await waitFor(() => expect(sentTo('draftRead')).toEqual([{ name: 'application' }]));
  await user.type(field(), 'Anna');
  await waitFor(() => expect(sentTo('draftSave').at(-1)?.content).toContain('Anna'), within4s);
  expect(sentTo('draftSave')[0]?.basedOn).toBe(0);
  await waitFor(() => expect(findDraft(DRAFT)?.version).toBeGreaterThan(0));
  // The browser's storage holds nothing of it any more.
  expect(localStorage.getItem(`draft:${DRAFT}`)).not.toContain('Anna');
  await user.click(screen.getByRole('button', { name: 'Give up' }));
  await waitFor(() => expect(sentTo('draftForget')).toEqual([{ name: 'application' }]));
  expect(findDraft(DRAFT)).toBeNull();
});

test('a form goes on with what the account has, whichever fields it had then', async () => {
  keepHere({ savedAt: NOW - 1, place: null, version: 5 });
  const then = JSON.stringify({ values: { name: 'Elsewhere', fax: '1' }, place: '/apply' });
  let answer = (_: unknown) => {};
  const draftRead = () =>
    new Promise<never>((resolve) => {
      answer = resolve as typeof answer;
    });
  show({ draftRead });
  const isInert = () => document.querySelector('form')?.hasAttribute('inert');
  await waitFor(() => expect(sentTo('draftRead')).toHaveLength(1));
  expect(isInert()).toBe(true);
  answer({ ...kept(5, ''), content: then });
  await waitFor(() => expect(typedIn(field())).toBe('Elsewhere'));
  expect(isInert()).toBe(false);
  expect([findDraft(DRAFT)?.values, findDraft(DRAFT)?.version]).toEqual([undefined, 5]);
  expect(sentTo('draftSave')).toEqual([]);
});

test('what was typed here without a line is not lost to what another device kept', async () => {
  keepHere({ values: { name: 'Here' }, savedAt: NOW - 1, place: null, version: 4 });
  const user = show({ draftRead: kept(5, 'Elsewhere') });
  await screen.findByText('This form was changed in another tab or on another device');
  expect(typedIn(field())).toBe('Here');
  expect(sentTo('draftSave')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(document.activeElement?.getAttribute('role')).toBe('status');
  await waitFor(() => expect(sentTo('draftSave')).toHaveLength(1), within4s);
  expect(sentTo('draftSave')[0]).toMatchObject({ basedOn: 5 });
  expect(sentTo('draftSave')[0]?.content).toContain('Here');
});

test('what another tab kept meanwhile is offered, and taken when it is chosen', async () => {
  const user = show({ draftSave: { isSaved: false, draft: kept(9, 'Other tab') } });
  await user.type(field(), 'A');
  await screen.findByText(/That version was saved 1 hour ago/, {}, within4s);
  expect(typedIn(field())).toBe('A');
  // The other tab types on: what is here is only here, and not left without asking.
  const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  keepHere({ values: { name: 'Other tab' }, savedAt: NOW, place: null, version: 9 });
  expect(leave()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Use the other version' }));
  await waitFor(() => expect(typedIn(field())).toBe('Other tab'));
  expect(screen.getByRole('status').textContent).toBe('The other version is in the form now.');
  answerWith({ draftSave: { isSaved: true, draft: kept(10, 'Other tab!') } });
  const before = sentTo('draftSave').length;
  await user.type(field(), '!');
  await waitFor(() => expect(sentTo('draftSave').length).toBeGreaterThan(before), within4s);
  expect(sentTo('draftSave').at(-1)?.basedOn).toBe(9);
});

test('what the server does not take stays on the device, which is said quietly', async () => {
  const user = show({ draftSave: refused(500, 'No.') });
  await user.type(field(), 'Anna');
  await screen.findByText(/^Not saved in your account yet/, {}, within4s);
  expect(screen.queryByText('No.')).toBeNull();
  expect(findDraft(DRAFT)?.values).toEqual({ name: 'Anna' });
});

test('a form that was sent elsewhere says so, and what is typed stays here', async () => {
  keepHere({ values: { name: 'Old' }, savedAt: NOW - 1, place: null, version: 4 });
  const user = show();
  await screen.findByText('This form was sent or deleted in another tab or on another device');
  expect(typedIn(field())).toBe('Old');
  expect(sentTo('draftSave')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep what is here' }));
  await waitFor(() => expect(sentTo('draftSave')[0]?.basedOn).toBe(0), within4s);
});

test('another session saves nothing that was typed in the one before', async () => {
  const user = show();
  await waitFor(() => expect(sentTo('draftRead')).toHaveLength(1));
  Cookies.set('login-token', 'of-olaf');
  await user.type(field(), 'Anna');
  const leave = new Event('visibilitychange');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(leave);
  vi.restoreAllMocks();
  expect(sentTo('draftSave')).toEqual([]);
  Cookies.remove('login-token');
});
