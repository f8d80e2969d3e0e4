import type { Language } from '#contract/languages.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import type { Provision } from '#machines/refusal-grounds.ts';
import { wordsOf } from '#server/platform/words/words.ts';

/** Provisions of one act, cited as texts of law in the language do, without the act's name. */
export function citationText(language: Language, provisions: readonly Provision[]): string {
  const say = wordsOf(language);
  return provisions
    .map((provision) => cited(say, provision))
    .reduce((first, second) => say(msg`${{ first }} and ${{ second }}`));
}

function cited(say: Say, { article, paragraph, point }: Provision): string {
  return say(
    point === undefined
      ? msg`Article ${{ article }}(${{ paragraph }})`
      : msg`Article ${{ article }}(${{ paragraph }})(${{ point }})`,
  );
}
