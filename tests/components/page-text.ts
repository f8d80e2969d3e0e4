import path from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { callsUnderWay } from './stub-calls.ts';

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Elements that screen readers skip. */
const unread = '[hidden], [aria-hidden="true"], script, style, svg';
const blocks =
  'address, article, aside, blockquote, caption, dd, details, div, dl, dt, fieldset, footer, form, ' +
  'header, hr, legend, main, nav, ol, option, p, section, summary, table, tr, ul';

/** Text of each kind of element; the first match wins. */
const written: [selector: string, text: (element: Element, inside: string) => string][] = [
  [
    'h1, h2, h3, h4, h5, h6',
    ({ tagName }, inside) => `\n${'#'.repeat(Number(tagName[1]))} ${inside}\n`,
  ],
  ['a[href]', (link, inside) => `[${collapsed(inside)}](${link.getAttribute('href')})`],
  ['button', (button, inside) => `<${collapsed(inside)}${pressed(button)}>`],
  [
    'input[type="checkbox"], input[type="radio"]',
    (one) => ((one as HTMLInputElement).checked ? '(x) ' : '( ) '),
  ],
  ['select', (one) => choiceOf(one as HTMLSelectElement)],
  ['input, textarea', (one) => fieldOf(one as HTMLInputElement)],
  ['td, th', (_, inside) => `${collapsed(inside)} | `],
  ['li', (_, inside) => `\n- ${inside}\n`],
  [blocks, (_, inside) => `\n${inside}\n`],
];

/** Compares the complete page with the approved text in `tests/NAME.txt`. */
export async function expectWholePage(name: string): Promise<void> {
  const heading = await screen.findByRole('heading', { level: 1 });
  let last = '';
  await waitFor(() => {
    const before = last;
    last = textOfPage(heading.closest('article') ?? screen.getByRole('main'));
    expect(document.querySelector('[data-loading]')).toBeNull();
    // All calls are answered and rendered.
    expect(callsUnderWay()).toBe(0);
    expect(last).toBe(before);
  });
  const approved = path.resolve(import.meta.dirname, '..', `${name}.txt`);
  await expect(last).toMatchFileSnapshot(approved);
}

/** Text of a page as screen readers announce it, with buttons, fields and link targets. */
const textOfPage = (page: Element): string =>
  `${read(page).split('\n').map(collapsed).filter(Boolean).join('\n')}\n`;

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent?.replace(/\s+/g, ' ') ?? '';
  if (!(node instanceof Element)) return '';
  if (node.matches(unread)) return [node, ...node.querySelectorAll('*')].map(barOf).join('');
  const [, text] = written.find(([selector]) => node.matches(selector)) ?? [];
  const inside = named(node) + barOf(node) + [...node.childNodes].map(read).join('');
  const foreign = node.getAttribute('lang');
  return `${foreign ? `{${foreign}} ` : ''}${text ? text(node, inside) : inside}`;
}

/** Length of a bar, which screen readers do not announce. */
function barOf(element: Element): string {
  if (!(element instanceof HTMLElement)) return '';
  const length = element.style.inlineSize || element.style.flexGrow;
  return length && ` {a bar of ${length.replace(/\d+\.\d+/g, (size) => Number(size).toFixed(1))}} `;
}

/** Accessible name that is not visible. */
function named(element: Element): string {
  const name = element.getAttribute('aria-label');
  return name ? `«${name}» ` : '';
}

function pressed(button: Element): string {
  const states = ['aria-pressed', 'aria-expanded'].flatMap((name) => {
    const value = button.getAttribute(name);
    return value === null ? [] : `${name.slice(5)}: ${value}`;
  });
  return [...states, ...((button as HTMLButtonElement).disabled ? ['disabled'] : [])]
    .map((state) => ` {${state}}`)
    .join('');
}

function fieldOf({ value, type }: HTMLInputElement): string {
  return ` [${value}]${/^text/.test(type) ? '' : ` ${type}`}\n`;
}

/** Selected option, with the first of the others. */
function choiceOf({ selectedOptions, options }: HTMLSelectElement): string {
  const offered = [...options].map(({ text }) => collapsed(text));
  const shown = offered.length > 12 ? [...offered.slice(0, 3), '…'] : offered;
  return ` [${collapsed(selectedOptions[0]?.text ?? '')}] of ${shown.join(' / ')}\n`;
}
