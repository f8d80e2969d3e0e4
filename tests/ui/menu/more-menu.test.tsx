import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

const chosen = vi.fn();
function Example() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <MoreMenu
        label="More for VD-1"
        actions={[
          { label: 'Details', onClick: chosen },
          { label: 'Terminate', onClick: () => setAsking(true) },
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          title="Sure?"
          confirm="Yes"
          onConfirm={() => {}}
          onCancel={() => setAsking(false)}
        />
      )}
      <button type="button">Elsewhere</button>
    </>
  );
}
const button = () => screen.getByRole('button', { name: 'More for VD-1' });
const item = (name: string) => screen.queryByRole('menuitem', { name });
const focused = () => document.activeElement;

async function open() {
  chosen.mockClear();
  const user = showPart(<Example />);
  // Also a press before the menu has loaded opens it.
  await user.click(button());
  await screen.findByRole('menu');
  return user;
}

test('an item runs its action, closes the menu and returns the focus', async () => {
  const user = await open();
  await user.click(item('Details') as HTMLElement);
  expect(chosen).toHaveBeenCalledOnce();
  expect(item('Details')).toBeNull();
  await waitFor(() => expect(focused()).toBe(button()));
});

test('arrow keys move through the items, and Enter selects one', async () => {
  const user = await open();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe(item('Details'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe(item('Details'));
  await user.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledOnce();
});

test('a dialog that an item opens returns the focus to the button', async () => {
  const user = await open();
  await user.click(item('Terminate') as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe(button());
});
