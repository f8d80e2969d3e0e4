import type { DeskSettings } from '#contract/desk-settings.ts';

/** What the desk searches, in narrow rows of its own: reading them all has to be quick. */
export interface ApplicationSearchTable {
  application_number: string;
  /** Number, names, addresses and VIN in lower case. */
  text: string;
}

/** What staff write to each other; never shown to the requester. */
export interface NoteTable {
  id: string;
  application_number: string;
  author_id: string;
  at: number;
  text: string;
}

/** Who has an application open at the desk. */
export interface PresenceTable {
  application_number: string;
  account_id: string;
  seen_at: number;
}

/** A filter of the queue that somebody keeps. */
export interface SavedViewTable {
  account_id: string;
  name: string;
  filter_json: string;
}

/** A public-sector body reported that it erased what it was given (Art. 19(1)(c)). */
export interface ErasureNoticeTable {
  application_number: string;
  at: number;
  recorded_by: string;
  /** YYYY-MM-DD */
  erased_on: string;
  text: string;
}

/** What a lead has set in place of what the environment says. */
export interface DeskSettingTable {
  name: keyof DeskSettings;
  value_json: string;
}
