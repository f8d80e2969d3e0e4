import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { unsavedKeys, unsavedValues } from '#tests/components/drafts.ts';
import { addressNow, showPart } from '#tests/components/open-page.tsx';
import { itemsOf, linksIn, textOf, typedIn } from '#tests/components/reading.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { type ContractForm, filled, useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { MessageArea } from '#ui/messages/message-area.tsx';
import { showMessage } from '#ui/messages/messages.ts';

const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  born: z.iso.date(),
  kinds: z.array(z.string()).check(z.minLength(1)),
});
const words = {
  name: { prompt: 'Enter a name', control: { kind: 'line' } },
  born: { prompt: 'Enter the day' },
  kinds: { prompt: 'Choose a kind' },
};
const deliver = vi.fn(async (_: z.output<typeof schema>) => {});
let form: ContractForm<{ name: string; born: string; kinds: string[] }, typeof schema>;
beforeEach(() => void deliver.mockReset());

const choices = ['car', 'van', 'bus'].map((value) => ({ value, label: value.toUpperCase() }));
function Form({ draft }: { draft?: string }) {
  form = useContractForm({
    schema,
    initialValues: { name: '', born: '', kinds: [] as string[] },
    toInput: ({ born, ...values }) => ({ ...values, born }),
    words,
    ...(draft && { draft }),
  });
  return (
    <CheckedForm
      form={form}
      pageOf={(field) => (field === 'elsewhere' ? '/there' : undefined)}
      onSubmit={() => form.send(deliver)}
    >
      <ChoiceField form={form} name="kinds" label="Kinds" choices={choices} several />
      <TextField form={form} name="born" type="date" label="Born" />
      <TextField form={form} name="name" label="Name" optional description="As in the papers" />
      <button type="submit">Send</button>
      <button type="button" onClick={form.restart}>
        Another
      </button>
    </CheckedForm>
  );
}
const press = (name: string) => screen.getByRole('button', { name });
const summary = () => screen.queryByRole('region', { name: 'There is a problem' });
const born = () => screen.getByLabelText<HTMLInputElement>('Born');
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

async function fillIn(user: UserEvent) {
  await user.type(field('Name (optional)'), 'Anna');
  await user.click(screen.getByRole('checkbox', { name: 'CAR' }));
  form.fields.setFieldValue('born', '1985-04-02');
  await waitFor(() => expect(born().value).toBe('1985-04-02'));
}

test('the error summary lists all problems in page order and links to the fields', async () => {
  document.title = 'Apply';
  const user = showPart(<Form />);
  expect(summary()).toBeNull();
  await user.click(press('Send'));
  expect(linksIn(summary() as HTMLElement)).toEqual({
    'Enter a name': '#field-name',
    'Enter the day': '#field-born',
    'Choose a kind': '#field-kinds',
  });
  expect(document.activeElement).toBe(summary());
  expect(document.title).toBe('Error: Apply');
  for (const [link, found] of [
    ['Choose a kind', screen.getByRole('checkbox', { name: 'CAR' })],
    ['Enter the day', born()],
    ['Enter a name', field('Name (optional)')],
  ] as const) {
    await user.click(within(summary() as HTMLElement).getByRole('link', { name: link }));
    expect(document.activeElement).toBe(found);
  }
  expect(deliver).not.toHaveBeenCalled();
});

test('each problem is shown at its field until it is fixed', async () => {
  const user = showPart(<Form />);
  await user.click(press('Send'));
  const kinds = screen.getByRole('group', { name: 'Kinds' });
  const described = (element: Element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => textOf(document.getElementById(id)))
      .filter(Boolean);
  expect([described(kinds), kinds.hasAttribute('data-error')]).toEqual([['Choose a kind'], true]);
  expect(described(born())).toEqual(['Enter the day']);
  expect(described(field('Name (optional)')).toSorted()).toEqual([
    'As in the papers',
    'Enter a name',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'CAR' }));
  await user.type(field('Name (optional)'), 'Anna');
  await user.click(press('Send'));
  expect(linksIn(summary() as HTMLElement)).toEqual({
    'Enter the day': '#field-born',
  });
  expect(kinds.hasAttribute('data-error')).toBe(false);
});

test('valid input is sent once, and the form is busy meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  deliver.mockReturnValue(promise);
  const user = showPart(<Form />);
  await user.type(field('Name (optional)'), 'Anna');
  await user.click(screen.getByRole('checkbox', { name: 'BUS' }));
  await user.click(screen.getByRole('checkbox', { name: 'CAR' }));
  await user.click(screen.getByRole('checkbox', { name: 'BUS' }));
  form.fields.setFieldValue('born', '1985-04-02');
  await waitFor(() => expect(born().value).toBe('1985-04-02'));
  await user.click(press('Send'));
  expect(deliver.mock.calls).toEqual([[{ name: 'Anna', born: '1985-04-02', kinds: ['car'] }]]);
  expect(form.isSending).toBe(true);
  resolve();
  await waitFor(() => expect(form.isSending).toBe(false));
});

const refuseWith = async (code: number, data: ApiError['data'], thrown?: Error) => {
  deliver.mockImplementation(async () => {
    throw thrown ?? new ApiError(code as 400, 'No.', data);
  });
  const user = showPart(<Form />);
  await fillIn(user);
  await user.click(press('Send'));
  await waitFor(() => expect(form.isSending).toBe(false));
  return user;
};

test('fields rejected by the server are shown, a list item at its list', async () => {
  const fields = [
    { field: 'form.kinds.1', problem: 'unknown' as const },
    { field: 'form.name', problem: 'tooLong' as const },
  ];
  await refuseWith(400, { fields });
  expect(itemsOf(within(summary() as HTMLElement).getByRole('list'))).toEqual([
    'Use at most 200 characters',
    'Choose a kind',
  ]);
});

test('a problem of another page links to that page', async () => {
  const user = await refuseWith(400, { fields: [{ field: 'elsewhere', problem: 'format' }] });
  await user.click(screen.getByRole('link', { name: 'This is not in the correct format' }));
  expect(addressNow()).toBe('/there#field-elsewhere');
});

test.each([
  [409, null],
  [400, { fields: [] }],
])('an error %d without fields shows no summary', async (code, data) => {
  await refuseWith(code, data);
  expect(summary()).toBeNull();
});

test.each([
  ['uploading', 'Please wait until the files are uploaded'],
  ['notUploaded', 'Some files are not uploaded: try them again or remove them'],
] as const)('the form is not sent while files are %s', async (problem, text) => {
  const user = showPart(<Form />);
  await fillIn(user);
  const state = problem === 'uploading' ? 'transferring' : 'unfinished';
  const snapshot = { matches: (one: string) => one === state };
  form.uploads.set('kinds', { getSnapshot: () => snapshot, stop() {} } as never);
  await user.click(press('Send'));
  expect(linksIn(summary() as HTMLElement)).toEqual({ [text]: '#field-kinds' });
  form.uploads.clear();
  await user.click(press('Send'));
  await waitFor(() => expect(deliver).toHaveBeenCalledOnce());
});

test('a part of the form can be checked separately', async () => {
  showPart(<Form />);
  form.fields.setFieldValue('name', 'Anna');
  await waitFor(() => expect(typedIn(field('Name (optional)'))).toBe('Anna'));
  expect(form.check(['name'])).toEqual({});
  expect(form.check(['born'])).toBeNull();
  await waitFor(() =>
    expect(itemsOf(screen.getAllByRole('list')[0] as HTMLElement)).toHaveLength(1),
  );
});

test('restarting an emptied form deletes its draft', async () => {
  const user = showPart(<Form draft="anna:application" />, {}, '/apply');
  await user.type(field('Name (optional)'), 'Anna');
  expect(unsavedValues('anna:application')).toEqual({ name: 'Anna', born: '', kinds: [] });
  await user.click(press('Another'));
  expect([typedIn(field('Name (optional)')), unsavedKeys()]).toEqual(['', []]);
});

test('a form without a draft stores nothing', async () => {
  const user = showPart(<Form />);
  await user.type(field('Name (optional)'), 'Anna');
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[], []]);
});

test('empty values are removed, 0 and false are not', () => {
  expect(filled({ a: '', b: undefined, c: 0, d: false, e: 'x', f: null })).toEqual({
    c: 0,
    d: false,
    e: 'x',
    f: null,
  });
});

test('a new attempt to send removes the message about the last one', async () => {
  const user = showPart(
    <>
      <Form />
      <MessageArea />
    </>,
  );
  await fillIn(user);
  act(() => showMessage({ kind: 'error', text: 'Network error' }));
  await screen.findByText('Network error');
  await user.click(press('Send'));
  await waitFor(() => expect(deliver).toHaveBeenCalledOnce());
  expect(screen.queryByText('Network error')).toBeNull();
});
