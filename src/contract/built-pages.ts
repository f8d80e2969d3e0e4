import type { Language } from './languages.ts';

/** Placeholders in the built documents, which the server replaces. */
export const NONCE_MARK = '⟦nonce⟧';

export const MAILBOX_MARK = 'mailbox@installation.invalid';

export const HOLDER_MARK = '⟦holder⟧';

export const INSTALLATION_MARK = 'data-installation=""';

/** File below the folder of built pages with the `PageFiles` of every page. */
export const PAGE_FILES = 'pages/files.json';

/** Files that a page loads in addition to the main script, by path below the folder. */
export interface PageFiles {
  /** Path of the page's route, such as `/desk/applications/:number`. */
  path: string;
  sheets: string[];
  scripts: string[];
  messages: Record<Language, string[]>;
}
