import { codes } from '#contract/codes.ts';
import { extentIn } from '#contract/delivery-extent.ts';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms, publicForms } from '#contract/stored-forms.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { docxAnswer } from '#server/applications/documents/docx.ts';
import { type HistoryRow, withoutUndone } from '#server/applications/history.ts';
import { refusalFacts } from '#server/applications/law-texts.ts';
import {
  applicationFacts,
  type Cause,
  requesterMail,
} from '#server/applications/mails/requester-mail.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import { countries, dateText } from '#server/platform/words/words.ts';

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
  const own = { application_number: number };
  const history = await findRows(store.db, 'history_entry', own, 'revision');
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

function decisionCause(
  application: Schema['application'],
  history: readonly HistoryRow[],
): (Cause & { event: ApplicationEvent }) | null {
  const { state } = application;
  // The last event need not be the decision: sharing may be resumed after the approval, and a link
  // may end while data are withheld.
  const deciding = hasTag(state, 'downloadable')
    ? 'data.approve'
    : hasTag(state, 'withheld') && /^sharing\.(withhold|suspend)$/;
  const last = withoutUndone(history).findLast(({ event }) => !deciding || event.match(deciding));
  if (!last) return null;
  const sent = {
    by: { role: last.role, id: last.actor_id },
    at: last.at,
    revision: last.revision - 1,
  } as const;
  const text = last.text ?? '';
  const extent = extentIn(last.facts_json);
  const { ground, earlier } = refusalFacts.read(last.facts_json ?? '{}');
  switch (last.event) {
    case 'data.approve':
      return { application, text, event: { type: last.event, ...sent, ...(extent && { extent }) } };
    case 'sharing.withhold':
    case 'sharing.suspend':
    case 'sharing.end':
    case 'deadline.passed':
      return { application, text, event: { type: last.event, ...sent } };
    default:
      return ground === undefined
        ? null
        : {
            application,
            text,
            event: { type: 'application.refuse', ground, ...(earlier && { earlier }), ...sent },
          };
  }
}

/**
 * Returns the paragraphs of the e-mail about a refusal, a lapse, or withheld or suspended data,
 * without its greeting, reference and signature. Empty for other applications.
 */
export function decisionTexts(
  config: Config,
  language: Language,
  application: Schema['application'],
  history: readonly HistoryRow[],
): string[] {
  const isAgainst = (['endedByHolder', 'withheld'] as const).some((tag) =>
    hasTag(application.state, tag),
  );
  const cause = isAgainst && decisionCause(application, history);
  if (!cause) return [];
  const paragraphs = requesterMail(config, language, cause).body.trim().split('\n\n');
  const { url } = applicationFacts(config, application, language);
  return paragraphs.slice(
    1,
    paragraphs.findLastIndex((text) => text.endsWith(url)),
  );
}
