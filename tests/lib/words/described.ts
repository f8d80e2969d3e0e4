import { msg, plural } from '#lib/words/msg.ts';

/** Messages as written in a source file. */
export const described = (number: string, left: number) => [
  msg`Plain`,
  msg`Application ${{ number }} received`,
  msg`First line\n${{ number }}, ${{ left: left + 1 }} times`,
  msg`It is wrong; ${plural({ left }, { 0: 'none left', one: '# try left', other: '# tries left' })}.`,
  msg({ message: 'To', context: 'mail' }),
];
