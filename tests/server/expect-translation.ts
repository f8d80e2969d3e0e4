import { expect } from 'vitest';

const fact = /VD-\d+-\w+|https?:\/\/[^\s）)，。]+|[\w.+-]+@[\w.-]+\w|\d+(?:[.,]\d\d)?/g;

/** Application numbers, addresses, dates without their months, amounts and names in a text. */
const factsIn = (text: string, names: readonly string[]) => [
  ...(text
    .replaceAll(/(?<=\d)[\s,.](?=\d{3})/g, '')
    .replaceAll(/(\d{4})年\d+月(\d+)日/g, '$1 $2')
    .replaceAll(',', '.')
    .match(fact)
    ?.toSorted() ?? []),
  ...names.map((name) => `${name} ${text.split(name).length}`),
];

// A Chinese letter has one line more before its sender.
const countLines = (text: string) => text.replace(/敬礼！\n+/, '').split('\n').length;

/** Expects a text to have the facts, names and number of lines of the English one. */
export function expectTranslation(
  { text, english }: { text: string; english: string },
  names: readonly string[] = [],
  about?: string,
): void {
  expect(text, about).not.toMatch(/undefined|NaN|\$\{|\{\w+\}|Invalid/);
  expect(factsIn(text, names), about).toEqual(factsIn(english, names));
  expect(countLines(text), about).toBe(countLines(english));
}
