import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { linksIn } from '#tests/components/reading.ts';
import { answerWith, sentTo } from '#tests/components/stub-calls.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const own = {
  id: 'a'.repeat(64),
  begunAt: at('08:00'),
  lastUsedAt: at('09:00'),
  browser: 'Firefox, Windows',
  isThis: true,
};
const other = { ...own, id: 'b'.repeat(64), browser: null, isThis: false };
const open = () => openPage('/home/sessions', { sessionList: [own, other] }, owner);

describe('the sessions of an account', () => {
  test('end one by one', async () => {
    const user = open();
    answerWith({ sessionEnd: null });
    const end = await screen.findByRole('button', { name: /^End this one/ });
    answerWith({ sessionList: [own] });
    await user.click(end);
    await screen.findByText('The session is ended.');
    expect(sentTo('sessionEnd')).toEqual([{ id: other.id }]);
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });

  test('end all at once', async () => {
    const user = open();
    answerWith({ sessionEndOthers: { ended: 1 } });
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    await screen.findByText('All your other sessions are ended.');
    expect(sentTo('sessionEndOthers')).toEqual([{}]);
  });

  test('are linked from the log-out dialog', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: /@example.eu$/, expanded: false }));
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out?' });
    expect(linksIn(dialog)).toEqual({ 'Your sessions in other browsers': '/home/sessions' });
  });
});
