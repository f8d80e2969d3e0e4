/**
 * Key by which a name is sorted: parts in this order, without the case and accents that databases
 * sort in ways of their own.
 */
export function sortName(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l');
}
