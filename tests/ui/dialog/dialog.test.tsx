import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { offeredIn, textOf } from '#tests/components/reading.ts';
import { ConfirmDialog, Dialog } from '#ui/dialog/dialog.tsx';
import { MessageArea } from '#ui/messages/message-area.tsx';
import { showMessage } from '#ui/messages/messages.ts';

const confirmed = vi.fn();
beforeEach(() => confirmed.mockClear());

function Asking(props: Partial<Parameters<typeof ConfirmDialog>[0]>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Terminate it?"
          confirm="Terminate"
          onConfirm={confirmed}
          onCancel={() => setOpen(false)}
          {...props}
        >
          <p>It cannot be undone.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

async function ask(props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const user = showPart(<Asking {...props} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return { user, dialog: screen.getByRole('dialog', { name: 'Terminate it?' }) };
}

test('a confirmation is a modal dialog with title, text and buttons', async () => {
  const { dialog } = await ask();
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  expect(textOf(within(dialog).getByRole('heading', { level: 2 }))).toBe('Terminate it?');
  expect(textOf(dialog)).toContain('It cannot be undone.');
  expect(offeredIn(dialog)).toEqual(['Close', 'Terminate', 'Cancel']);
  expect(dialog.querySelector('svg')).not.toBeNull();
});

test.each(['Close', 'Keep it'])(
  '«%s» closes the dialog without confirming and returns the focus',
  async (name) => {
    const { user, dialog } = await ask({ cancel: 'Keep it' });
    await user.click(within(dialog).getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(confirmed).not.toHaveBeenCalled();
    expect(dialog.isConnected).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' }));
  },
);

test('the first field has the focus, and keeps it when the title changes', async () => {
  function Counted() {
    const [reason, setReason] = useState('');
    return (
      <Dialog title={`Why? ${reason.length} letters`} onClose={() => {}}>
        <input
          aria-label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    );
  }
  const user = showPart(<Counted />);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' })),
  );
  await user.keyboard('Sold');
  expect(screen.getByRole('dialog', { name: 'Why? 4 letters' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }));
});

test('Escape closes the dialog and returns the focus', async () => {
  const { user } = await ask();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' }));
});

test('Escape closes the last opened of two dialogs only', async () => {
  function Two() {
    const [open, setOpen] = useState(['First', 'Second']);
    return open.map((title) => (
      <Dialog
        key={title}
        title={title}
        onClose={() => setOpen(open.filter((one) => one !== title))}
      >
        <p>Content</p>
      </Dialog>
    ));
  }
  const user = showPart(<Two />);
  await user.keyboard('{Escape}');
  expect(screen.getAllByRole('dialog').map((one) => textOf(one))).toEqual(['FirstContent']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a field, the first element has the focus', async () => {
  const first = await ask();
  await waitFor(() =>
    expect(document.activeElement).toBe(
      within(first.dialog).getByRole('button', { name: 'Close' }),
    ),
  );
});

test('an opened dialog closes notices, which could cover its buttons, but no errors', async () => {
  const user = showPart(
    <>
      <Asking />
      <MessageArea />
    </>,
  );
  act(() => showMessage({ kind: 'notice', text: 'It is undone.' }));
  act(() => showMessage({ kind: 'error', text: 'It went wrong.' }));
  expect(screen.queryByText('It is undone.')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.queryByText('It is undone.')).toBeNull();
  expect(screen.queryByText('It went wrong.')).not.toBeNull();
});

test('the confirming button has the focus on request', async () => {
  const { dialog } = await ask({ isConfirmFirst: true });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Terminate' })),
  );
});

test('the confirming button is disabled while the action is in progress', async () => {
  const { user, dialog } = await ask({ isBusy: true });
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Terminate' });
  await user.click(button);
  expect([button.disabled, confirmed.mock.calls.length]).toEqual([true, 0]);
});
