import { act, cleanup, screen, waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { storeUnsaved, unsavedKeys, unsavedValues } from '#tests/components/drafts.ts';
import { NOW, showPart } from '#tests/components/open-page.tsx';
import { typedIn } from '#tests/components/reading.ts';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';
import { endSession, loginToken } from '#ui/calls/session.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';

const KEY = 'anna:application';
const schema = z.object({ name: z.string() });
const content = (name: string) => JSON.stringify({ values: { name }, place: '/' });
const stored = (revision: number, name: string) => ({
  revision,
  savedAt: NOW - 3_600_000,
  content: content(name),
});
const outdated = rejected(codes.draftOutdated, 'It was changed.');
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));

function Form({ draft = KEY }: { draft?: string }) {
  const form = useContractForm({
    schema,
    initialValues: { name: '' },
    toInput: (values) => values,
    words: { name: { prompt: 'Enter a name' } },
    draft,
  });
  return (
    <CheckedForm form={form} onSubmit={() => {}}>
      <TextField form={form} name="name" label="Name" />
      <button type="button" onClick={form.done}>
        Abandon
      </button>
    </CheckedForm>
  );
}
const show = (answers: Answers = {}) => showPart(<Form />, answers);
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const press = (name: string) => screen.getByRole('button', { name });
const isLoading = () => document.querySelector('form')?.hasAttribute('data-loading');
/** Saves now instead of after the delay, as switching to another tab does. */
const hideTab = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
/** Loads the page again in the same tab. */
const reload = () => {
  cleanup();
  return show();
};
const lastSave = () => {
  const { revision, content } = sentTo('draftSave').at(-1) ?? {};
  return [revision, content && JSON.parse(content).values.name];
};

test('input is saved while it is typed, each save based on the previous one', async () => {
  const user = show({ draftSave: ({ revision }) => ({ revision: revision + 5 }) });
  await waitFor(() => expect(sentTo('draftRead')).toEqual([{ name: 'application' }]));
  expect(screen.queryByText('Saved')).toBeNull();
  await user.type(field(), 'Anna');
  screen.getByText('Saving…');
  await screen.findByText('Saved');
  expect([sentTo('draftSave').length, lastSave()]).toEqual([1, [0, 'Anna']]);
  expect(unsavedKeys()).toEqual([]);
  await user.type(field(), '!');
  await hideTab();
  await screen.findByText('Saved');
  expect(lastSave()).toEqual([5, 'Anna!']);
  await user.click(press('Abandon'));
  await waitFor(() => expect(sentTo('draftForget')).toEqual([{ name: 'application' }]));
  expect(unsavedKeys()).toEqual([]);
});

test('leaving the form saves at once', async () => {
  const user = show();
  await user.type(field(), 'Anna');
  cleanup();
  await waitFor(() => expect(lastSave()).toEqual([0, 'Anna']));
});

test('text that is deleted again needs no draft', async () => {
  const user = show();
  await user.type(field(), 'A');
  await user.clear(field());
  expect([unsavedKeys(), screen.queryByText('Saving…')]).toEqual([[], null]);
});

test('a form is hidden until the draft of the account is loaded, and continues with it', async () => {
  const draftRead = Promise.withResolvers<ReturnType<typeof stored>>();
  const user = show({ draftRead: () => draftRead.promise });
  await waitFor(() => expect(sentTo('draftRead')).toHaveLength(1));
  expect(isLoading()).toBe(true);
  const before = JSON.stringify({ values: { name: 'Elsewhere', fax: '1' }, place: '/apply' });
  draftRead.resolve({ ...stored(5, ''), content: before });
  await waitFor(() => expect(typedIn(field())).toBe('Elsewhere'));
  expect(isLoading()).toBe(false);
  screen.getByText('Saved');
  await user.type(field(), '!');
  await hideTab();
  await waitFor(() => expect(lastSave()).toEqual([5, 'Elsewhere!']));
});

test('a form whose draft cannot be loaded is usable, and its input does not replace the draft', async () => {
  const user = show({ draftRead: noConnection, draftSave: outdated });
  await waitFor(() => expect(isLoading()).toBe(false));
  await user.type(field(), 'Here');
  answerWith({ draftRead: stored(5, 'Elsewhere') });
  await hideTab();
  await screen.findByText('This form was changed in another tab or on another device');
  expect(typedIn(field())).toBe('Here');
});

test('input survives a lost connection and a reload, and is saved when the server is back', async () => {
  const user = show({ draftSave: noConnection });
  await user.type(field(), 'Anna');
  await hideTab();
  await screen.findByText(/^Not saved yet\. Please keep this tab open/);
  expect(unsavedValues(KEY)).toEqual({ name: 'Anna' });
  // Closing the tab would lose it.
  const leave = new Event('beforeunload', { cancelable: true });
  await act(async () => void dispatchEvent(leave));
  expect(leave.defaultPrevented).toBe(true);
  reload();
  expect([typedIn(field()), isLoading()]).toEqual(['Anna', false]);
  await screen.findByText('Saved');
  expect(lastSave()).toEqual([0, 'Anna']);
  expect(unsavedKeys()).toEqual([]);
  const leaveSaved = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaveSaved);
  expect(leaveSaved.defaultPrevented).toBe(false);
});

test('a save whose response was lost is repeated unchanged before newer input is saved', async () => {
  const user = show({ draftSave: noConnection });
  await user.type(field(), 'An');
  await hideTab();
  await screen.findByText(/^Not saved yet/);
  await user.type(field(), 'na');
  reload();
  await waitFor(() => expect(sentTo('draftSave')).toHaveLength(1));
  await hideTab();
  await screen.findByText('Saved');
  expect(
    sentTo('draftSave').map((save) => [save.revision, JSON.parse(save.content).values]),
  ).toEqual([
    [0, { name: 'An' }],
    [1, { name: 'Anna' }],
  ]);
});

test('input that the server rejects is replaced by newer input', async () => {
  const user = show({ draftSave: rejected(codes.invalid, 'Too long.') });
  await user.type(field(), 'Annabel');
  await hideTab();
  await screen.findByText(/^Not saved yet/);
  expect(screen.queryByText('Too long.')).toBeNull();
  await user.clear(field());
  await user.type(field(), 'Anna');
  answerWith({ draftSave: { revision: 1 } });
  await hideTab();
  await screen.findByText('Saved');
  expect(lastSave()).toEqual([0, 'Anna']);
});

test.each<[string, string, string, unknown[]]>([
  ['Use the other version', 'Other tab', 'Other tab!', [9, 'Other tab!']],
  ['Keep what is here', 'Anna', 'Anna!', [9, 'Anna!']],
])(
  'a draft that another tab saved is reported, and «%s» resolves the conflict',
  async (name, values, next, save) => {
    const user = show({ draftRead: stored(4, ''), draftSave: outdated });
    await waitFor(() => expect(isLoading()).toBe(false));
    await user.type(field(), 'Anna');
    answerWith({ draftRead: stored(9, 'Other tab') });
    await hideTab();
    await screen.findByText('This form was changed in another tab or on another device');
    screen.getByText(/That version was saved 1 hour ago/);
    // Neither version is overwritten.
    expect([typedIn(field()), unsavedValues(KEY), sentTo('draftSave').length]).toEqual([
      'Anna',
      { name: 'Anna' },
      1,
    ]);
    answerWith({ draftSave: ({ revision }) => ({ revision: revision + 1 }) });
    await user.click(press(name));
    expect(screen.queryByText(/That version was saved/)).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/^Sav(ing…|ed)$/);
    await waitFor(() => expect(typedIn(field())).toBe(values));
    await user.type(field(), '!');
    await hideTab();
    await screen.findByText('Saved');
    expect([typedIn(field()), lastSave()]).toEqual([next, save]);
  },
);

test.each<[string, ReturnType<typeof stored> | null, string]>([
  ['saved', stored(7, 'Olga'), 'This form was changed in another tab or on another device'],
  ['sent', null, 'This form was sent or deleted in another tab or on another device'],
])('a tab that gets the focus reports that the form was %s elsewhere', async (_, now, title) => {
  const user = show({ draftSave: { revision: 3 } });
  await user.type(field(), 'Anna');
  await hideTab();
  await screen.findByText('Saved');
  answerWith({ draftRead: stored(3, 'Anna') });
  const focus = () => act(async () => void window.dispatchEvent(new Event('focus')));
  await focus();
  expect(screen.queryByText(/in another tab/)).toBeNull();
  answerWith({ draftRead: now });
  await focus();
  await screen.findByText(title);
  expect(field().value).toBe('Anna');
  const revision = now?.revision ?? 0;
  answerWith({ draftSave: { revision: revision + 1 } });
  await user.click(press('Keep what is here'));
  await hideTab();
  await screen.findByText('Saved');
  expect(lastSave()).toEqual([revision, 'Anna']);
});

test('a draft that was sent elsewhere is reported, and the input is kept on request', async () => {
  storeUnsaved(KEY, { name: 'Old' }, 4);
  const user = show({
    draftSave: ({ revision }) => (revision === 4 ? outdated : { revision: 10 }),
  });
  await screen.findByText('This form was sent or deleted in another tab or on another device');
  expect([typedIn(field()), unsavedValues(KEY)]).toEqual(['Old', { name: 'Old' }]);
  await user.click(press('Keep what is here'));
  await hideTab();
  await screen.findByText('Saved');
  expect(lastSave()).toEqual([0, 'Old']);
});

test('a save in progress when the form is sent does not restore its draft', async () => {
  const answer = Promise.withResolvers<{ revision: number }>();
  const user = show({ draftSave: () => answer.promise });
  await user.type(field(), 'Anna');
  await hideTab();
  await waitFor(() => expect(sentTo('draftSave')).toHaveLength(1));
  await user.type(field(), ' Nowak');
  await user.click(press('Abandon'));
  expect(unsavedKeys()).toEqual([]);
  expect(sentTo('draftForget')).toEqual([]);
  answer.resolve({ revision: 1 });
  await waitFor(() => expect(sentTo('draftForget')).toHaveLength(1));
  expect(unsavedKeys()).toEqual([]);
});

async function expectKeptForAccount() {
  cleanup();
  showPart(<Form draft="olaf:application" />);
  expect(typedIn(field())).toBe('');
  expect(sentTo('draftSave')).toEqual([]);
  reload();
  expect(typedIn(field())).toBe('Anna');
  await screen.findByText('Saved');
}

test('input is restored only for its account, also in a later session', async () => {
  const user = show({ draftSave: rejected(codes.signedOut, 'Sign in.') });
  await user.type(field(), 'Anna');
  await hideTab();
  await waitFor(() => expect(loginToken()).toBeUndefined());
  expect(unsavedValues(KEY)).toEqual({ name: 'Anna' });
  await expectKeptForAccount();
});

test.each<[string, string | undefined]>([
  ['deleted', undefined],
  ['replaced', 'of-nobody'],
])('input that is typed when the login token was %s survives the sign-in', async (_, token) => {
  const user = show();
  await waitFor(() => expect(isLoading()).toBe(false));
  if (token) Cookies.set('login-token', token);
  else Cookies.remove('login-token');
  await user.type(field(), 'Anna');
  await screen.findByText(/^Not saved yet/);
  endSession('expired');
  await expectKeptForAccount();
});

test('input after the log-out is not stored', async () => {
  const user = show();
  await waitFor(() => expect(isLoading()).toBe(false));
  endSession('loggedOut');
  await user.type(field(), 'Anna');
  expect(unsavedKeys()).toEqual([]);
});

test('a new session saves no input of the previous session', async () => {
  const user = show();
  await waitFor(() => expect(isLoading()).toBe(false));
  await user.type(field(), 'Anna');
  Cookies.set('login-token', 'of-olaf');
  await user.type(field(), '!');
  await hideTab();
  expect(sentTo('draftSave')).toEqual([]);
  Cookies.remove('login-token');
});

test('log-out deletes all input, even if a save is answered afterwards', async () => {
  const answer = Promise.withResolvers<never>();
  const user = show({ draftSave: () => answer.promise });
  await user.type(field(), 'Anna');
  await hideTab();
  await waitFor(() => expect(sentTo('draftSave')).toHaveLength(1));
  endSession('loggedOut');
  await act(async () => answer.reject(new TypeError('Failed to fetch')));
  cleanup();
  expect(Object.keys(sessionStorage)).toEqual([]);
  reload();
  expect(typedIn(field())).toBe('');
});

test('a full session storage loses no input, and leaving the page asks first', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  const user = show({ draftSave: noConnection });
  await user.type(field(), 'Anna');
  const leave = new Event('beforeunload', { cancelable: true });
  await act(async () => void dispatchEvent(leave));
  expect([typedIn(field()), leave.defaultPrevented]).toEqual(['Anna', true]);
});
