import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

const chosen = vi.fn();
function open() {
  chosen.mockClear();
  return showPart(
    <>
      <MoreMenu label="More for VD-1">
        <li>
          <button type="button" onClick={chosen}>
            Terminate
          </button>
        </li>
        <li>
          <button type="button">Details</button>
        </li>
      </MoreMenu>
      <button type="button">Elsewhere</button>
    </>,
  );
}
const button = () => screen.getByRole('button', { name: 'More for VD-1' });
const item = (name: string) => screen.queryByRole('button', { name });

test('its items are there once it is opened, and gone when its button is pressed again', async () => {
  const user = open();
  expect([button().getAttribute('aria-expanded'), item('Terminate')]).toEqual(['false', null]);
  await user.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('true');
  const list = item('Terminate')?.closest('ul');
  expect([button().getAttribute('aria-controls'), list?.hidden]).toEqual([list?.id, false]);
  await user.click(button());
  expect([button().getAttribute('aria-expanded'), item('Terminate')]).toEqual(['false', null]);
});

test('what is chosen is done, closes it and gives the focus back', async () => {
  const user = open();
  await user.click(button());
  await user.click(item('Terminate') as HTMLElement);
  expect(chosen).toHaveBeenCalledOnce();
  expect(item('Terminate')).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('Escape closes it and gives the focus back; another key does neither', async () => {
  const user = open();
  await user.click(button());
  await user.tab();
  expect(document.activeElement).toBe(item('Terminate'));
  await user.keyboard('x');
  expect(item('Terminate')).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(item('Terminate')).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('a press elsewhere closes it, one on itself does not', async () => {
  const user = open();
  await user.click(button());
  fireEvent.pointerDown(item('Details')?.parentElement as Element);
  expect(item('Details')).not.toBeNull();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(item('Details')).toBeNull();
});

test('a step to an item keeps it, a step past its end closes it where the step leads', async () => {
  const user = open();
  await user.click(button());
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(item('Details'));
  await user.tab();
  expect(item('Details')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('once closed it takes no more part: the focus stays where it went', async () => {
  const user = open();
  await user.click(button());
  await user.click(button());
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  elsewhere.focus();
  button().focus();
  const list = button().parentElement?.querySelector('ul');
  elsewhere.focus();
  fireEvent.click(list as Element);
  expect(document.activeElement).toBe(elsewhere);
  fireEvent.keyDown(list as Element, { key: 'Escape' });
  expect(document.activeElement).toBe(elsewhere);
});

test('a menu that is closed listens to no press on the page any more', async () => {
  const listen = vi.spyOn(document, 'addEventListener');
  const user = open();
  await user.click(button());
  await user.click(button());
  const presses = listen.mock.calls.filter(([type]) => type === 'pointerdown');
  listen.mockRestore();
  expect(presses.length).toBeGreaterThan(0);
  for (const [, , options] of presses)
    expect((options as AddEventListenerOptions | undefined)?.signal?.aborted).toBe(true);
});
