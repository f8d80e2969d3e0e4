import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FileMark } from '#contract/files.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { itemsOf, offeredIn, textOf } from '#tests/components/reading.ts';
import { file, rejected, savedFiles, sentTo } from '#tests/components/stub-calls.ts';
import { FileLinks, FileViewingContext } from '#ui/application/file-links.tsx';
import { MessageArea } from '#ui/messages/message-area.tsx';

const named = (digit: string, name: string, marks: FileMark[] = []) => ({
  fileId: digit.repeat(32),
  name,
  size: 2048,
  marks,
});
const proof = named('a', 'proof.pdf');
const letter = named('b', 'letter.docx');
const list = () => screen.getByRole('list');

test('the files of one field are listed with their size and can be downloaded', async () => {
  const saved = savedFiles();
  const user = showPart(<FileLinks files={[proof, letter]} ids={[letter.fileId]} />, {
    file: file('words', 'letter.docx'),
  });
  expect(itemsOf(list())).toEqual(['letter.docx 2 kB']);
  expect(offeredIn(list())).toEqual(['letter.docx']);
  await user.click(screen.getByRole('button', { name: 'letter.docx' }));
  await waitFor(() => expect(saved).toEqual(['letter.docx']));
  expect(sentTo('file')).toEqual([{ fileId: letter.fileId }]);
  // The link is removed: otherwise it could get the keyboard focus.
  expect(document.querySelector('a[download]')).toBeNull();
});

test('by default all files are listed', () => {
  showPart(<FileLinks files={[proof, letter]} />);
  expect(itemsOf(list())).toEqual(['proof.pdf 2 kB', 'letter.docx 2 kB']);
});

test('without files there is no list', () => {
  showPart(<FileLinks files={[proof]} ids={[]} />);
  expect(screen.queryByRole('list')).toBeNull();
});

test('a failed download shows the error and saves nothing', async () => {
  const saved = savedFiles();
  const user = showPart(
    <>
      <FileLinks files={[proof]} />
      <MessageArea />
    </>,
    { file: rejected(404, 'The file is gone.') },
  );
  await user.click(screen.getByRole('button', { name: 'proof.pdf' }));
  expect(textOf(await screen.findByText('The file is gone.'))).toBe('The file is gone.');
  expect(saved).toEqual([]);
});

test('with a viewer, files that it supports can be shown', async () => {
  const show = vi.fn();
  const user = showPart(
    <FileViewingContext value={{ shown: proof.fileId, show }}>
      <FileLinks files={[proof, letter, named('c', 'scan.JPEG'), named('d', 'table.xlsx')]} />
    </FileViewingContext>,
  );
  expect(offeredIn(list())).toEqual([
    'Show proof.pdf',
    'Download proof.pdf',
    'Show letter.docx',
    'Download letter.docx',
    'Show scan.JPEG',
    'Download scan.JPEG',
    'Download table.xlsx',
  ]);
  const pressed = screen.getAllByRole('button', { name: /^Show/ });
  const isPressed = pressed.map((button) => button.getAttribute('aria-pressed'));
  expect(isPressed).toEqual(['true', 'false', 'false']);
  expect([...list().children].map((item) => item.hasAttribute('data-shown'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await user.click(screen.getByRole('button', { name: 'Show scan.JPEG' }));
  expect(show.mock.calls).toEqual([['c'.repeat(32)]]);
});

test.each([
  ['waiting', 'proof.pdf 2 kB Being checked for malware', []],
  ['malware', 'proof.pdf 2 kB Removed: malware was found', []],
  ['script', 'proof.pdf 2 kB Contains active content', ['Show proof.pdf', 'Download proof.pdf']],
  ['attachment', 'proof.pdf 2 kB Has files attached', ['Show proof.pdf', 'Download proof.pdf']],
  ['password', 'proof.pdf 2 kB Needs a password', ['Show proof.pdf', 'Download proof.pdf']],
  ['unreadable', 'proof.pdf 2 kB Could not be checked', ['Show proof.pdf', 'Download proof.pdf']],
] as const)('a reviewer sees the warning «%s»', (mark, words, offered) => {
  showPart(
    <FileViewingContext value={{ shown: undefined, show: () => {} }}>
      <FileLinks files={[named('a', 'proof.pdf', [mark])]} />
    </FileViewingContext>,
  );
  expect(itemsOf(list())).toEqual([words]);
  expect(offeredIn(list())).toEqual(offered);
});

test('the owner sees only warnings that block the file', () => {
  showPart(
    <FileLinks files={[named('a', 'one.pdf', ['script']), named('b', 'two.pdf', ['waiting'])]} />,
  );
  expect(itemsOf(list())).toEqual(['one.pdf 2 kB', 'two.pdf 2 kB Being checked for malware']);
  expect(within(list()).getAllByRole('button').map(textOf)).toEqual(['one.pdf']);
});
