import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { FieldProblem } from '#contract/envelope.ts';
import { MAX_LINE, MAX_TEXT } from '#contract/limits.ts';
import type { UploadProblem } from '#ui/upload/upload-area.tsx';

/** Words of a form for one of its fields. */
export interface FieldWords {
  /** Instruction when nothing, or nothing allowed, was given. */
  prompt: string | MessageDescriptor;
  /** Format of a right value. */
  format?: string | MessageDescriptor;
  /** Bounds of an allowed value. */
  range?: string | MessageDescriptor;
  /** The control it is typed in, which says how long it may be. */
  control?: { kind: string };
}

/** Longest text of a control, in characters. */
const limits: Readonly<Record<string, number>> = { line: MAX_LINE, text: MAX_TEXT };

/** A broken rule of the contract, or files that have not arrived. */
export type Problem = Omit<FieldProblem, 'problem'> & {
  problem: FieldProblem['problem'] | UploadProblem;
};

/** Words for a broken rule of a field, in the reader's language. */
export function useProblemText(): (problem: Problem['problem'], words?: FieldWords) => string {
  const { t, i18n } = useLingui();
  const translated = (text: string | MessageDescriptor) =>
    typeof text === 'string' ? text : i18n._(text);
  return (problem, words) => {
    switch (problem) {
      case 'required':
      case 'choice':
        return words ? translated(words.prompt) : t`This is required`;
      case 'uploading':
        return t`Please wait until the files are uploaded`;
      case 'notUploaded':
        return t`Some files are not uploaded: try them again or remove them`;
      case 'tooShort':
        return t`This is too short`;
      case 'tooLong': {
        const limit = words?.control && limits[words.control.kind];
        return limit ? t`Use at most ${limit} characters` : t`This is too long`;
      }
      case 'range':
      case 'format':
      case 'unknown':
        return words
          ? translated((problem === 'range' && words.range) || (words.format ?? words.prompt))
          : t`This is not in the correct format`;
    }
  };
}
