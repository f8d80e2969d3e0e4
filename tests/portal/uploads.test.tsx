import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { fileIdOf } from '#tests/components/answers.ts';
import { begin, choose, fill } from '#tests/components/filling.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { itemsOf, pageOf } from '#tests/components/reading.ts';
import { listOf } from '#tests/components/records.ts';
import { type Answers, refused } from '#tests/components/stub-calls.ts';

const PROOF = 'Vehicle proof, for example the registration certificate or the lease';
const car = choose('Vehicle', 'Zoe');

const openForm = (answers: Answers) =>
  openPage('/home/data-acquisition/new/vehicle', { history: listOf(), ...answers }, owner);
const press = async (user: ReturnType<typeof openForm>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const problems = async () =>
  itemsOf(
    within(await screen.findByRole('region', { name: 'There is a problem' })).getByRole('list'),
  );

test('a failed upload blocks the form until it is retried or removed', async () => {
  let isAway = true;
  const user = openForm({
    personUploadCert: ({ usage }) =>
      isAway
        ? refused(codes.internal, 'Something went wrong on our side.')
        : { fileId: fileIdOf[usage], name: 'proof.pdf', size: 7, usage, marks: [] },
  });
  await fill(user, [car, begin(PROOF, 'proof.pdf'), begin(PROOF, 'other.pdf')]);
  await user.click(await screen.findByRole('button', { name: 'Retry proof.pdf' }));
  await press(user, 'Continue');
  const unfinished = 'Some files are not uploaded: try them again or remove them';
  expect(await problems()).toContain(unfinished);
  isAway = false;
  await user.click(await screen.findByRole('button', { name: 'Retry proof.pdf' }));
  await screen.findByText('Uploaded');
  await press(user, 'Continue');
  expect(await problems()).toEqual([unfinished]);
  await user.click(screen.getByRole('button', { name: 'Remove other.pdf' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' }));
  await press(user, 'Continue');
  await pageOf('About you');
});

test('a rejected file is removed with the server’s reason and no retry', async () => {
  const user = openForm({
    personUploadCert: () => refused(codes.unsafeFile, 'proof.pdf contains macros.'),
  });
  await fill(user, [car, begin(PROOF, 'proof.pdf')]);
  const alert = await within(screen.getByRole('main')).findByRole('alert');
  expect(within(alert).getByRole('listitem').textContent).toBe(
    'proof.pdf: proof.pdf contains macros.',
  );
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  await press(user, 'Continue');
  expect(await problems()).toEqual(['Upload the vehicle proof']);
});

test('empty files are rejected, and only accepted files count', async () => {
  const user = openForm({ personUploadCert: () => new Promise(() => {}) });
  const field = await screen.findByLabelText(PROOF, { selector: 'input' });
  await user.upload(field, [new File([], 'empty.pdf')]);
  expect(await screen.findByText('The file is empty', { exact: false })).toBeTruthy();
  const choose = (...names: string[]) =>
    user.upload(
      field,
      names.map((name) => new File(['content'], name)),
    );
  await choose('1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf');
  await user.click(await screen.findByRole('button', { name: 'Cancel 1.pdf' }));
  await choose('6.pdf');
  expect(await screen.findByRole('button', { name: 'Cancel 6.pdf' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry 1.pdf' }));
  expect(await screen.findByText('There can be at most 5 files', { exact: false })).toBeTruthy();
  expect(screen.queryByText('1.pdf', { selector: 'span' })).toBeNull();
});
