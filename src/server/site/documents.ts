import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '#contract/languages.ts';
import {
  HOLDER_MARK,
  INSTALLATION_MARK,
  MAILBOX_MARK,
  type PagePart,
  partMark,
} from '#contract/placeholders.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';

/** Facts in documents about the installation that serves them. */
export interface Installation {
  contactMailbox: string;
  /** Name of the data holder. */
  holderName: string;
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

/** Documents by address and reader; the mark of the nonce is still in them. */
type Documents = (address: string, reader: Reader) => string;

/** Addresses that only accounts have; those of the charts may be open to everybody. */
const isForAccounts = /^\/(home|desk)(\/|$)/;

/**
 * Reads the documents of the build. What it gives finds the one for an address and a reader: a page
 * that is prerendered where there is one, else the document without content.
 */
export async function readDocuments(
  folder: string,
  installation: Installation,
): Promise<Documents> {
  const read = async (file: string) =>
    fillIn(await readFile(path.join(folder, file), 'utf8'), installation);
  const bare = await read('index.html');
  const prerendered = new Map<string, string>();
  for (const name of await readdir(path.join(folder, 'pages')))
    prerendered.set(name, await read(path.join('pages', name)));
  const made = new Map<string, string>();

  return (address, { language, isSignedIn, hasChosen }) => {
    const hasPage = address === '/login' ? !isSignedIn : isSignedIn || !isForAccounts.test(address);
    const name = namesOf(address, language).find((each) => hasPage && prerendered.has(each)) ?? '';
    const key = `${name} ${isSignedIn} ${hasChosen}`;
    const known = made.get(key);
    if (known) return known;
    const page = prerendered.get(name) ?? bare;
    const document = withParts(page, {
      account: isSignedIn,
      'sign-in': !isSignedIn,
      cookies: !hasChosen,
    });
    made.set(key, document);
    return document;
  };
}

/** The files a page may be in: of this very address, or of any number in the place of its last part. */
function namesOf(address: string, language: Language): string[] {
  const name = (at: string) => `${at.slice(1).replaceAll('/', '.')}.${language}.html`;
  return [name(address), name(address.replace(/[^/]+$/, '_'))];
}

/** Fills in the facts of the installation; scripts read the attributes of `<html>`. */
export function fillIn(
  built: string,
  { contactMailbox, holderName, isDemonstration, hasLocalMailbox }: Installation,
): string {
  const mailbox = escapeHtml(contactMailbox);
  const holder = escapeHtml(holderName);
  const demonstration = hasLocalMailbox ? 'local-mailbox' : 'smtp';
  const attribute = isDemonstration ? ` data-demonstration="${demonstration}"` : '';
  const document = built
    .replace(
      INSTALLATION_MARK,
      () => `data-contact-mailbox="${mailbox}" data-holder="${holder}"${attribute}`,
    )
    .replaceAll(MAILBOX_MARK, () => mailbox)
    .replaceAll(HOLDER_MARK, () => holder);
  return withParts(document, {
    demonstration: isDemonstration,
    'demo-accounts': isDemonstration,
    'local-mailbox': hasLocalMailbox,
  });
}

/** A page with these parts shown or left out; what stands between two marks is the part. */
function withParts(page: string, isShown: Partial<Record<PagePart, boolean>>): string {
  return Object.entries(isShown).reduce((left, [part, shown]) => {
    const pieces = left.split(partMark(part as PagePart));
    return pieces.filter((_, index) => shown || index % 2 === 0).join('');
  }, page);
}
