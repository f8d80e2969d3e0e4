import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import MailsPage from '#desk/mails/mails-page.tsx';
import { sendRejected } from '#tests/components/send-rejected.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import { answerWith, sentTo } from '#tests/components/stub-calls.ts';

test('a reviewer chooses one e-mail an hour and sees how many wait', async () => {
  const user = showAtDesk(<MailsPage />, { deskMails: { frequency: 'atOnce', waiting: 2 } });
  await user.click(await screen.findByRole('radio', { name: /^Once an hour/ }));
  expect(screen.getByText('2 e-mails wait for the next full hour.')).toBeTruthy();
  await sendRejected(user, 'deskMailsChange', 'Save', 'Your choice is saved.');
  answerWith({ deskMailsChange: null });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your choice is saved.');
  expect(sentTo('deskMailsChange').slice(1)).toEqual([{ frequency: 'hourly' }]);
});

test.each([
  [0, null],
  [1, '1 e-mail waits for the next full hour.'],
])('with %d waiting e-mails the page shows the text %j', async (waiting, words) => {
  showAtDesk(<MailsPage />, { deskMails: { frequency: 'hourly', waiting } });
  const chosen = await screen.findByRole('radio', { name: /^Once an hour/ });
  expect((chosen as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByText(/wait.* full hour/)?.textContent ?? null).toBe(words);
});
