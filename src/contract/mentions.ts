/** Where a mention begins: not within a word or an address. */
const MENTION = /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}][\p{L}\p{N}._%+@-]*)/gu;

/** A part of a text, with the address that it mentions. */
export interface TextPart {
  text: string;
  mentions: string | null;
}

/** The shortest that mentions an address among others: what stands before its @, where it is alone. */
export function mentionOf(address: string, addresses: readonly string[]): string {
  const name = localPart(address);
  const isAlone = addresses.every((one) => one === address || localPart(one) !== name);
  return `@${isAlone ? name : address}`;
}

/**
 * A text in parts, those apart that mention one of the addresses; a name that two of them begin
 * with mentions neither.
 */
export function partsOf(text: string, addresses: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(MENTION)) {
    // A full stop after a name ends the sentence.
    const typed = name.replace(/[.-]+$/, '');
    const address = addressOf(typed.toLowerCase(), addresses);
    if (address === undefined) continue;
    const after = index + written.length - (name.length - typed.length);
    parts.push(
      { text: text.slice(end, index), mentions: null },
      { text: text.slice(index, after), mentions: address },
    );
    end = after;
  }
  return [...parts, { text: text.slice(end), mentions: null }].filter((part) => part.text !== '');
}

/** The addresses that a text mentions, each once. */
export function mentionsIn(text: string, addresses: readonly string[]): string[] {
  const found = partsOf(text, addresses).flatMap(({ mentions }) => mentions ?? []);
  return [...new Set(found)];
}

function addressOf(typed: string, addresses: readonly string[]): string | undefined {
  if (typed.includes('@')) return addresses.find((address) => address === typed);
  const named = addresses.filter((address) => localPart(address) === typed);
  return named.length === 1 ? named[0] : undefined;
}

const localPart = (address: string) => address.slice(0, address.lastIndexOf('@'));
