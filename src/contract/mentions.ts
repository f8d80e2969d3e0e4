/** Mention. Its `@` is not inside a word or an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}][\p{L}\p{N}._%+@-]*)/gu;

export interface TextPart {
  text: string;
  mentions: string | null;
}

export function mentionOf(address: string, addresses: readonly string[]): string {
  const name = localPart(address);
  const isAlone = addresses.every((each) => each === address || localPart(each) !== name);
  return `@${isAlone ? name : address}`;
}

export function partsOf(text: string, addresses: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(MENTION)) {
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
