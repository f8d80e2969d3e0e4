import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { itemsOf, offeredIn, textOf } from '#tests/components/reading.ts';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';
import { stopUploads, uploadProblem } from '#ui/form/contract-form.ts';
import UploadArea, { type StoredUpload, type UploadAreaProps } from '#ui/upload/upload-area.tsx';

const onStored = vi.fn<(stored: readonly StoredUpload[]) => void>();
const queues: UploadAreaProps['form']['uploads'] = new Map();
beforeEach(() => {
  onStored.mockClear();
  stopUploads(queues);
});

const FILE_ID = '7'.repeat(32);
const stored = {
  fileId: FILE_ID,
  name: 'x.pdf',
  size: 4,
  usage: 'vehicleProof' as const,
  marks: [],
};
interface FieldState {
  stored?: readonly StoredUpload[];
  error?: string;
}
function open(answers: Answers = {}, { stored: value = [], error }: FieldState = {}): UserEvent {
  const form: UploadAreaProps['form'] = {
    errorOf: () => error,
    uploads: queues,
    fields: {
      getInputProps: () => ({ value }) as never,
      setFieldValue: (_, files) => onStored(files as StoredUpload[]),
      getValues: () => ({}),
    },
  };
  return showPart(
    <UploadArea
      form={form}
      name="proof"
      label="Proof"
      endpoint="personUploadCert"
      usage="vehicleProof"
    />,
    { personUploadCert: stored, ...answers },
  );
}
const file = (name: string, size = 4) =>
  new File(['x'.repeat(size)], name, { type: 'application/pdf' });
const choose = (user: UserEvent, ...files: File[]) =>
  user.upload(screen.getByLabelText('Proof', { selector: 'input' }), files);
const problem = () => {
  const queue = queues.get('proof');
  return queue && uploadProblem(queue);
};
const rows = () => itemsOf(screen.getByRole('list', { name: 'Files' }));

test('the button is described by label, limits and error', () => {
  open({}, { error: 'Attach the proof' });
  const button = screen.getByRole('button', { name: 'Choose files' });
  expect(button.id).toBe('field-proof');
  const described = button.getAttribute('aria-describedby')?.trim().split(' ') ?? [];
  expect(described.map((id) => textOf(document.getElementById(id)))).toEqual([
    'Proof',
    'Up to 5 files of at most 20M each: jpeg, jpg, png, pdf, zip, rar, doc, docx',
    'Attach the proof',
  ]);
  expect(button.closest('[data-error]')).not.toBeNull();
  expect(screen.queryByRole('list')).toBeNull();
});

test('a file is uploaded with its fields and reported to the form', async () => {
  const user = open();
  await choose(user, file('proof.pdf', 1536));
  await waitFor(() => expect(rows()).toEqual(['proof.pdf 2 kBUploadedRemove proof.pdf']));
  expect(sentTo('personUploadCert')).toEqual([{ usage: 'vehicleProof' }]);
  expect(onStored).toHaveBeenLastCalledWith([{ fileId: FILE_ID, name: 'proof.pdf', size: 1536 }]);
  expect(problem()).toBe(null);
});

test('an upload shows its progress and can be cancelled and retried', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof stored>();
  const user = open({ personUploadCert: () => promise });
  await choose(user, file('proof.pdf'));
  const progress = await screen.findByRole('progressbar', { name: 'Upload of proof.pdf' });
  await waitFor(() => expect(progress.getAttribute('aria-valuetext')).toBe('50%'));
  await user.click(screen.getByRole('button', { name: 'Cancel proof.pdf' }));
  expect(rows()).toEqual(['proof.pdf 4 bytesCancelledRetry proof.pdfRemove proof.pdf']);
  expect(problem()).toBe('notUploaded');
  await user.click(screen.getByRole('button', { name: 'Retry proof.pdf' }));
  await screen.findByRole('progressbar');
  await act(async () => resolve(stored));
  await waitFor(() => expect(rows()).toEqual(['proof.pdf 4 bytesUploadedRemove proof.pdf']));
});

test('a failed upload shows the error and can be retried', async () => {
  const user = open({ personUploadCert: rejected(500, 'The disk is full.') });
  await choose(user, file('proof.pdf'));
  await waitFor(() =>
    expect(rows()).toEqual(['proof.pdf 4 bytesThe disk is full.Retry proof.pdfRemove proof.pdf']),
  );
  expect(problem()).toBe('notUploaded');
  answerWith({ personUploadCert: stored });
  await user.click(screen.getByRole('button', { name: 'Retry proof.pdf' }));
  await waitFor(() => expect(rows()).toEqual(['proof.pdf 4 bytesUploadedRemove proof.pdf']));
  expect(problem()).toBe(null);
});

test.each(['error', 'timeout'])(
  'an upload that ends with %s can be retried',
  {
    tags: ['5-failed', '8-upload'],
  },
  async (ending) => {
    const user = open();
    const Answered = globalThis.XMLHttpRequest;
    const send = vi.spyOn(Answered.prototype, 'send').mockImplementation(async function cut(
      this: XMLHttpRequest,
    ) {
      this.dispatchEvent(new Event(ending));
    });
    await choose(user, file('proof.pdf'));
    const failed = 'File upload failed, please try again!';
    await waitFor(() =>
      expect(rows()).toEqual([`proof.pdf 4 bytes${failed}Retry proof.pdfRemove proof.pdf`]),
    );
    expect(problem()).toBe('notUploaded');
    send.mockRestore();
    await user.click(screen.getByRole('button', { name: 'Retry proof.pdf' }));
    await waitFor(() => expect(rows()).toEqual(['proof.pdf 4 bytesUploadedRemove proof.pdf']));
  },
);

test('an upload continues while the area is not shown', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof stored>();
  const answers = { personUploadCert: () => promise };
  const user = open(answers);
  await choose(user, file('proof.pdf'), file('other.pdf'));
  expect(problem()).toBe('uploading');
  cleanup();
  open(answers);
  expect(screen.getAllByRole('progressbar')).toHaveLength(2);
  cleanup();
  await act(async () => resolve(stored));
  await waitFor(() => expect(onStored.mock.lastCall?.[0]).toHaveLength(2));
  expect(problem()).toBeNull();
});

test('leaving the form aborts uploads, and the form gets no more files', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof stored>();
  const user = open({ personUploadCert: () => promise });
  const abort = vi.spyOn(globalThis.XMLHttpRequest.prototype, 'abort');
  await choose(user, file('proof.pdf'));
  await screen.findByRole('progressbar');
  onStored.mockClear();
  cleanup();
  stopUploads(queues);
  expect(abort).toHaveBeenCalledOnce();
  await act(async () => resolve(stored));
  expect(onStored).not.toHaveBeenCalled();
});

test.each([
  [codes.emptyFile, 'The file is empty.'],
  [codes.typeNotSupported, 'This is no PDF.'],
  [codes.unsafeFile, 'It holds macros.'],
])('a rejected file (%d) shows the reason and is not listed', async (code, words) => {
  const user = open({ personUploadCert: rejected(code, words) });
  await choose(user, file('proof.pdf'));
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(textOf(alert)).toContain(`proof.pdf: ${words}`));
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  expect(problem()).toBe(null);
  await user.click(within(alert).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the reason of the server stays when more files are chosen, until the same name is chosen', async () => {
  const user = open({ personUploadCert: rejected(codes.unsafeFile, 'It holds macros.') });
  await choose(user, file('proof.pdf'));
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(textOf(alert)).toContain('proof.pdf: It holds macros.'));
  await choose(user, file('empty.pdf', 0));
  expect(itemsOf(within(screen.getByRole('alert')).getByRole('list'))).toEqual([
    'proof.pdf: It holds macros.',
    'empty.pdf: The file is empty',
  ]);
  await choose(user, file('proof.pdf', 0));
  expect(itemsOf(within(screen.getByRole('alert')).getByRole('list'))).toEqual([
    'proof.pdf: The file is empty',
  ]);
});

test('files over the limits are listed once with reasons and not sent', {
  tags: ['5-number', '5-type'],
}, async () => {
  const user = open({}, { stored: [stored] });
  const five = Array.from({ length: 5 }, (_, index) => file(`${index}.pdf`));
  const large = Object.defineProperty(file('scan.pdf'), 'size', { value: 20 * 1024 * 1024 + 1 });
  await choose(user, file('empty.pdf', 0), large, file('film.avi'), file('film.avi'), ...five);
  const alert = await screen.findByRole('alert');
  expect(itemsOf(within(alert).getByRole('list'))).toEqual([
    'empty.pdf: The file is empty',
    'scan.pdf: Single file size must not exceed 20M',
    'film.avi: File type not supported',
    '4.pdf: There can be at most 5 files',
  ]);
  await waitFor(() => expect(rows()).toHaveLength(5));
  expect(sentTo('personUploadCert')).toHaveLength(4);
});

test('removing a file by keyboard focuses the choose button', async () => {
  const user = open({}, { stored: [{ ...stored, name: 'old.pdf' }] });
  expect(rows()).toEqual(['old.pdf 4 bytesUploadedRemove old.pdf']);
  expect(offeredIn(screen.getByRole('list', { name: 'Files' }))).toEqual(['Remove old.pdf']);
  screen.getByRole('button', { name: 'Remove old.pdf' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' }));
  expect(onStored).toHaveBeenLastCalledWith([]);
});

test('the button opens the file picker', async () => {
  const user = open();
  const input = screen.getByLabelText('Proof', { selector: 'input' });
  const opened = vi.fn((event: Event) => event.preventDefault());
  input.addEventListener('click', opened);
  await user.click(screen.getByRole('button', { name: 'Choose files' }));
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
});

test('files can be dropped; a link or text is rejected with the accepted types', async () => {
  open();
  const area = screen.getByText('or drop them here').closest('[class*=drop]') as Element;
  const drop = (dataTransfer: object) =>
    act(async () => void fireEvent.drop(area, { dataTransfer }));
  await drop({ files: [], items: [], types: ['text/uri-list', 'text/plain'] });
  screen.getByText(/^Only files can be dropped here/);
  const dropped = file('proof.pdf');
  const items = [{ kind: 'file', type: dropped.type, getAsFile: () => dropped }];
  await drop({ files: [dropped], items, types: ['Files'] });
  expect(screen.queryByText(/^Only files can be dropped here/)).toBeNull();
  await waitFor(() => expect(rows()).toEqual(['proof.pdf 4 bytesUploadedRemove proof.pdf']));
});
