import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms, publicForms } from '#contract/stored-forms.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { docxAnswer } from '#server/applications/documents/docx.ts';
import { findRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import { countries, dateText } from '#server/platform/words/words.ts';
import { decisionCause } from './decision-cause.ts';
import { requesterMail } from './requester-mail.ts';

/**
 * Returns the decision in force as a letter in the requester's language (Office Open XML), with the
 * text of the e-mail.
 * @throws {ApiError} `notAllowedNow` while there is no decision, or when the requester ended the
 *   application
 */
export async function decisionLetter(
  services: Services,
  application: Schema['application'],
): Promise<FileAnswer> {
  const { config, store } = services;
  const { number, state, revision } = application;
  const history = await findRows(
    store.db,
    'history_entry',
    { application_number: number },
    'revision',
  );
  const cause = hasTag(state, 'decided') ? decisionCause(application, history) : null;
  if (!cause) throw new ApiError(codes.notAllowedNow, { state, revision });
  const { language } = await readerOf(store.db, application.requester_id);
  const { subject, body } = requesterMail(config, language, cause);
  const letter = {
    language,
    holderName: config.HOLDER_NAME,
    addressee: addressee(application, language),
    date: dateText(language, cause.event.at, config.TIME_ZONE),
    subject,
    body,
    footer: number,
  };
  return docxAnswer(`${number}.docx`, { letter });
}

export function addressee(application: Schema['application'], language: Language): string {
  const { kind, form_json } = application;
  const name = requesterName(application, language);
  if (kind === 'public')
    return [name, publicForms.read(form_json).contactEmail].filter(Boolean).join('\n');
  const { user, thirdParty, onBehalfOf } = personalForms.read(form_json);
  if (thirdParty && onBehalfOf !== undefined)
    return [name, thirdParty.location].filter(Boolean).join('\n');
  const country = countries(language).find(({ code }) => code === user.country);
  const town = [user.postCode, user.city].filter(Boolean).join(' ');
  const rows = [name, user.address, town, country?.label ?? user.country];
  return rows.filter(Boolean).join('\n');
}
