/** Letters that Unicode does not decompose, with the letters that people type instead. */
const typed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const undecomposed = new RegExp(`[${Object.keys(typed).join('')}]`, 'g');

/** Removes case, accents and apostrophes, so that it matches a search term folded the same way. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’‘ʼʻ`´＇]/g, '')
    .replace(undecomposed, (letter) => typed[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
