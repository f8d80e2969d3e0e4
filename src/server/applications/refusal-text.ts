import { extentIn } from '#contract/delivery-extent.ts';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { citationText } from './citations.ts';
import { extentTexts } from './extent-texts.ts';
import type { HistoryRow } from './history.ts';

/** Citations in English, which older histories have before the reason; they are hashed with it. */
const OLDER_CITATION = /^Art\. \d+\(\d+\)(\([a-z]\))?(, \d+\(\d+\))*: /;

/** Reason of a refusal in the reviewer's words. */
export function reasonOf({ text }: Pick<HistoryRow, 'text'>): string {
  return text?.replace(OLDER_CITATION, '') ?? '';
}

/**
 * Text of a history entry for its reader: before a refusal's reason stands its provision, before the
 * remark on an approval what it gives.
 * @param timeZone IANA name
 */
export function historyText(
  language: Language,
  entry: Pick<HistoryRow, 'event' | 'text' | 'facts_json'>,
  ground: RefusalGround | null,
  timeZone: string,
): string | null {
  const extent = entry.event === 'data.approve' ? extentIn(entry.facts_json) : null;
  if (extent)
    return [...extentTexts(language, extent, timeZone), entry.text].filter(Boolean).join('\n');
  if (entry.event !== 'application.refuse' || ground === null) return entry.text;
  const citation = citationText(language, refusalGrounds[ground].provisions);
  return wordsOf(language)(msg`${{ citation }}: ${{ reason: reasonOf(entry) }}`);
}
