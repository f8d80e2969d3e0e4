import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { sendRefused } from '#tests/components/send-refused.ts';
import { answerWith, sentTo } from '#tests/components/stub-calls.ts';

test('a reviewer chooses one e-mail an hour and sees how many wait', async () => {
  const user = openPage('/desk/mails', { deskMails: { rhythm: 'atOnce', waiting: 2 } }, reviewer);
  await user.click(await screen.findByRole('radio', { name: /^Once an hour/ }));
  expect(screen.getByText('2 e-mails wait for the next full hour.')).toBeTruthy();
  await sendRefused(user, 'deskMailsChange', 'Save', 'Your choice is saved.');
  answerWith({ deskMailsChange: null });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your choice is saved.');
  expect(sentTo('deskMailsChange').slice(1)).toEqual([{ rhythm: 'hourly' }]);
});

test.each([
  [0, null],
  [1, '1 e-mail waits for the next full hour.'],
])('with %d waiting e-mails the page says %j', async (waiting, words) => {
  openPage('/desk/mails', { deskMails: { rhythm: 'hourly', waiting } }, reviewer);
  const chosen = await screen.findByRole('radio', { name: /^Once an hour/ });
  expect((chosen as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByText(/wait.* full hour/)?.textContent ?? null).toBe(words);
});
