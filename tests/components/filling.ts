import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** What a person does at one field of a form. */
export type Filling = (user: UserEvent) => Promise<void>;

/** Writes into a field in place of what is there. */
export const write =
  (label: string, text: string): Filling =>
  async (user) => {
    const field = await screen.findByRole('textbox', { name: label });
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };

/** Picks one of a list. */
export const pick =
  (label: string, option: string): Filling =>
  async (user) => {
    await screen.findByRole('option', { name: option });
    await user.selectOptions(screen.getByRole('combobox', { name: label }), option);
  };

/** Chooses one of several radio buttons. */
export const choose =
  (group: string, name: string): Filling =>
  async (user) => {
    const choices = await screen.findByRole('group', { name: group });
    await user.click(await within(choices).findByRole('radio', { name }));
  };

/** Ticks boxes of a group. */
export const tick =
  (group: string, ...names: string[]): Filling =>
  async (user) => {
    const choices = await screen.findByRole('group', { name: group });
    for (const name of names)
      await user.click(await within(choices).findByRole('checkbox', { name }));
  };

/** Ticks a box that stands alone. */
export const agree =
  (name: RegExp): Filling =>
  async (user) =>
    user.click(await screen.findByRole('checkbox', { name }));

/** Types a calendar day in its three parts. */
export const typeDay =
  (label: string, day: string, month: string, year: string): Filling =>
  async (user) => {
    const group = await screen.findByRole('group', { name: label });
    for (const [part, text] of [
      ['Day', day],
      ['Month', month],
      ['Year', year],
    ] as const)
      await user.type(within(group).getByRole('textbox', { name: part }), text);
  };

/** Sets a field of the browser's own kind: a date, or a date and time on the reader's clock. */
export const set =
  (label: string, value: string): Filling =>
  async () => {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  };

/** Chooses a file to upload and waits until it is. */
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

/** Chooses a file to upload. */
export const begin =
  (label: string, name: string): Filling =>
  async (user) => {
    const field = await screen.findByLabelText(label, { selector: 'input' });
    await user.upload(field, new File(['content'], name, { type: 'application/pdf' }));
  };

/** Does one thing after the other. */
export async function fill(user: UserEvent, fillings: Iterable<Filling>): Promise<void> {
  for (const filling of fillings) await filling(user);
}
