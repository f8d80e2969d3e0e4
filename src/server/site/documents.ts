import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Language } from '#contract/languages.ts';
import { MAILBOX_MARK } from '#contract/limits.ts';

/** Facts in documents about the installation that serves them. */
export interface Installation {
  contactMailbox: string;
  isDemonstration: boolean;
  /** True when mail stays on this machine, where the mailbox page shows it. */
  hasLocalMailbox: boolean;
}

/** Properties of a reader that decide what a document shows. */
export interface Reader {
  language: Language;
  isSignedIn: boolean;
  /** True once they have chosen among the cookies. */
  hasChosen: boolean;
}

/** A document as it is and compressed. */
interface Packed {
  plain: Buffer;
  brotli: Buffer;
}

type Documents = (address: string, reader: Reader) => Packed;

/** Parts of the pages that are written ahead of time, which not every reader shall see. */
const parts = {
  account: /<nav data-banner="account".*?<\/nav>/s,
  cookies: /<section data-banner="cookies".*?<\/section>/s,
  demonstration: /<aside data-banner="demonstration".*?<\/aside>/s,
  demoAccounts: /<div data-banner="demo-accounts".*?<\/div>/s,
  localMailbox: /<span data-banner="local-mailbox".*?<\/span>/s,
};

/** Addresses that only accounts have; those of the charts may be open to everybody. */
const isForAccounts = /^\/(home|desk)(\/|$)/;

/**
 * Reads the documents of the build. What it gives finds the one for an address and a reader: a page
 * that is written ahead of time where there is one, else the document without content.
 */
export async function readDocuments(
  folder: string,
  installation: Installation,
): Promise<Documents> {
  const read = async (file: string) =>
    tell(await readFile(path.join(folder, file), 'utf8'), installation);
  const bare = await read('index.html');
  const ahead = new Map<string, string>();
  for (const name of await readdir(path.join(folder, 'pages')))
    ahead.set(name, await read(path.join('pages', name)));
  const packed = new Map<string, Packed>();

  return (address, { language, isSignedIn, hasChosen }) => {
    const hasPage = address === '/login' ? !isSignedIn : isSignedIn || !isForAccounts.test(address);
    const name = namesOf(address, language).find((each) => hasPage && ahead.has(each)) ?? '';
    const key = `${name} ${isSignedIn} ${hasChosen}`;
    const known = packed.get(key);
    if (known) return known;
    let shown = ahead.get(name) ?? bare;
    if (!isSignedIn) shown = shown.replace(parts.account, '');
    if (hasChosen) shown = shown.replace(parts.cookies, '');
    const plain = Buffer.from(shown);
    const made = { plain, brotli: brotliCompressSync(plain) };
    packed.set(key, made);
    return made;
  };
}

/** The files a page may be in: of this very address, or of any number in the place of its last part. */
function namesOf(address: string, language: Language): string[] {
  const name = (at: string) => `${at.slice(1).replaceAll('/', '.')}.${language}.html`;
  return [name(address), name(address.replace(/[^/]+$/, '_'))];
}

/** A document with what it says of the installation; scripts read the attributes of `<html>`. */
export function tell(
  built: string,
  { contactMailbox, isDemonstration, hasLocalMailbox }: Installation,
): string {
  const told = withAttribute(built, 'data-contact-mailbox', contactMailbox).replaceAll(
    MAILBOX_MARK,
    () => contactMailbox,
  );
  if (!isDemonstration)
    return told.replace(parts.demonstration, '').replace(parts.demoAccounts, '');
  if (hasLocalMailbox) return withAttribute(told, 'data-demonstration', 'local-mailbox');
  return withAttribute(told, 'data-demonstration', 'smtp').replace(parts.localMailbox, '');
}

function withAttribute(document: string, name: string, value: string): string {
  return document.replace(/<html [^>]*/, (tag) => `${tag} ${name}="${value}"`);
}
