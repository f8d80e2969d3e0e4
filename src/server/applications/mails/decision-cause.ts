import { extentIn } from '#contract/delivery-extent.ts';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { type HistoryRow, withoutUndone } from '#server/applications/history.ts';
import { refusalFacts } from '#server/applications/law-texts.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { applicationFacts, type Cause, requesterMail } from './requester-mail.ts';

export function decisionCause(
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
