const MAX_LENGTH = 120;

/** Control characters, and what is not seen or turns the direction of reading. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu;

/** A file's name as people gave it, safe to store, show and offer for download. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name = base
    .toWellFormed()
    .normalize('NFC')
    .replace(HIDDEN, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const extension = extensionOf(name);
  if (!extension) return [...name].slice(0, MAX_LENGTH).join('') || 'file';
  const stem = [...name.slice(0, -extension.length - 1)];
  const room = MAX_LENGTH - extension.length - 1;
  return `${stem.slice(0, Math.max(1, room)).join('')}.${extension}`;
}

/** Lower-case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
