import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Input into one field of a form. */
export type Filling = (user: UserEvent) => Promise<void>;

/** Replaces the text of a field. */
export const write =
  (label: string, text: string): Filling =>
  async () => {
    const field = await screen.findByRole('textbox', { name: label });
    fireEvent.change(field, { target: { value: text } });
  };

export const pick =
  (label: string, option: string): Filling =>
  async (user) => {
    await screen.findByRole('option', { name: option });
    await user.selectOptions(screen.getByRole('combobox', { name: label }), option);
  };

export const choose =
  (group: string, name: string): Filling =>
  async (user) => {
    const choices = await screen.findByRole('group', { name: group });
    await user.click(await within(choices).findByRole('radio', { name }));
  };

export const tick =
  (group: string, ...names: string[]): Filling =>
  async (user) => {
    const choices = await screen.findByRole('group', { name: group });
    for (const name of names)
      await user.click(await within(choices).findByRole('checkbox', { name }));
  };

/** Ticks these checkboxes of a group, and no others. */
export const tickOnly =
  (group: string, ...names: string[]): Filling =>
  async (user) => {
    const choices = within(await screen.findByRole('group', { name: group }));
    for (const box of await choices.findAllByRole<HTMLInputElement>('checkbox'))
      if (box.checked !== names.includes(box.labels?.[0]?.textContent ?? '')) await user.click(box);
  };

/** Ticks a single checkbox. */
export const agree =
  (name: RegExp): Filling =>
  async (user) =>
    user.click(await screen.findByRole('checkbox', { name }));

/** Sets a native date or date-time input, in local time. */
export const set =
  (label: string, value: string): Filling =>
  async () => {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  };

/** Uploads a file and waits for the end. */
export const attach =
  (label: string, name: string): Filling =>
  async (user) => {
    await begin(label, name)(user);
    await screen.findByText((_, element) =>
      Boolean(
        element?.matches('li') &&
          element.textContent?.includes(`${name} `) &&
          element.textContent.includes('Uploaded'),
      ),
    );
  };

/** Starts an upload. */
export const begin =
  (label: string, name: string): Filling =>
  async (user) => {
    const field = await screen.findByLabelText(label, { selector: 'input' });
    await user.upload(field, new File(['content'], name, { type: 'application/pdf' }));
  };

export const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));

export async function fill(user: UserEvent, fillings: Iterable<Filling>): Promise<void> {
  for (const filling of fillings) await filling(user);
}
