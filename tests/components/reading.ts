import { fireEvent, screen, within } from '@testing-library/react';

/** Text of an element with collapsed white space. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

export const typedIn = (field: HTMLElement): string => (field as HTMLInputElement).value;

/** Cell texts of a table by row, the header first. */
export const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(textOf));

/** Terms of a description list with their details. */
export const factsIn = (place: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...place.querySelectorAll('dt')].map((term) => [
      textOf(term),
      textOf(term.nextElementSibling),
    ]),
  );

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? textOf(element);

/** Links with their addresses, in the order of the page. */
export const linksIn = (place: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...place.querySelectorAll('a[href]')].map((link) => [
      nameOf(link),
      link.getAttribute('href') ?? '',
    ]),
  );

/** Names of enabled buttons and links, in page order. */
export const offeredIn = (place: HTMLElement): string[] =>
  [...place.querySelectorAll('button:not([disabled]), a[href]')].map(nameOf);

/** Opens the menus of all rows; their items exist only then. */
export function openMenus(place: HTMLElement): void {
  for (const button of within(place).getAllByRole('button', { name: /^More for / }))
    fireEvent.click(button);
}

/** Labels of radio buttons or checkboxes. */
export const choicesIn = (place: HTMLElement, role: 'radio' | 'checkbox' = 'radio'): string[] =>
  within(place)
    .queryAllByRole(role)
    .map((choice) => textOf((choice as HTMLInputElement).labels?.[0]));

/** Texts of the items of a list. */
export const itemsOf = (list: HTMLElement): string[] => [...list.children].map(textOf);

/** The part of a page below a heading. */
export async function sectionOf(heading: string | RegExp): Promise<HTMLElement> {
  const found = await screen.findByRole('heading', { name: heading });
  return found.closest('section, article') as HTMLElement;
}

/** The content of the page, once its heading is there. */
export async function pageOf(title: string | RegExp): Promise<HTMLElement> {
  const found = await screen.findByRole('heading', { level: 1, name: title });
  return found.closest('article') as HTMLElement;
}

/** Texts of the error summary of a form. */
export const problems = async () =>
  itemsOf(
    within(await screen.findByRole('region', { name: 'There is a problem' })).getByRole('list'),
  );
