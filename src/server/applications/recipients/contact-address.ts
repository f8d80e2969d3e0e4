import { requestedDataOf } from '#contract/stored-forms.ts';
import type { Schema } from '#server/platform/database/schema.ts';

type Row = Pick<Schema['application'], 'form_json' | 'data_request_json' | 'contact_confirmed_at'>;

/** Contact address that an application names beside `own`, its requester's; null without one. */
export function contactBeside(row: Row, own: string): string | null {
  const contact = requestedDataOf(row).contactEmail;
  return contact === undefined || contact === '' || contact === own ? null : contact;
}

/** The same once it is confirmed: a password may go there. */
export function confirmedContact(row: Row, own: string): string | null {
  return row.contact_confirmed_at === null ? null : contactBeside(row, own);
}

/** The same as long as nobody has confirmed it. */
export function unconfirmedContact(row: Row, own: string): string | null {
  return row.contact_confirmed_at === null ? contactBeside(row, own) : null;
}
