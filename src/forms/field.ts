import type { MessageDescriptor } from '@lingui/core';
import type { FileUsage } from '#contract/files.ts';

/** Lists of codes whose labels the server gives in the reader's language. */
export type OptionList =
  | 'titles'
  | 'countries'
  | 'purposes'
  | 'applyTypes'
  | 'receptionMethods'
  | 'maskingLevels'
  | 'publicMaskingLevels'
  | 'reportLanguages'
  | 'dataTypes';

/** A radio button or tick box with words of its own. */
export interface Choice {
  value: string;
  label: MessageDescriptor;
  description?: MessageDescriptor;
}

/** Control that a field is answered with. */
export type Control =
  | { kind: 'line'; type?: 'tel' | 'email'; autoComplete?: string }
  | { kind: 'text' }
  | { kind: 'date'; isBirthday?: true }
  /** An instant, typed on the reader's own clock. */
  | { kind: 'instant' }
  | { kind: 'select'; options: OptionList; autoComplete?: string }
  /** One of a list, all in sight. */
  | { kind: 'options'; options: OptionList }
  /** Several of a list, all in sight. */
  | { kind: 'severalOptions'; options: OptionList }
  | { kind: 'choice'; choices: readonly Choice[] }
  /** A choice between `yes` and `no`, sent as a boolean. */
  | { kind: 'yesNo'; choices: readonly Choice[] }
  | { kind: 'vehicle' }
  | { kind: 'files'; usage: FileUsage }
  | { kind: 'tick' };

/** All that people read of one field, and how they answer it. */
export interface Field {
  label: MessageDescriptor;
  /** The label where an answer is shown, when the question's own is too long for it. */
  shortLabel?: MessageDescriptor;
  description?: MessageDescriptor;
  control: Control;
  /** Request to act when nothing, or nothing allowed, was given. */
  prompt: MessageDescriptor;
  /** Description of a right value. */
  format?: MessageDescriptor;
  /** Description of an allowed value, where one can be right and not allowed. */
  range?: MessageDescriptor;
  isOptional?: true;
  /** Asked only after this answer to the field at this path, as it is typed. */
  onlyAfter?: { path: string; answer: string };
  /** Neighbours of the same row stand side by side. */
  row?: string;
  /** Part of the form that the field belongs to, when its path does not begin with it. */
  part?: string;
}

/** Fields by their paths in the form, in the order of the page. */
export type Fields = Readonly<Record<string, Field>>;

/** Dotted paths of a form's answers: `user.postCode`. A list is one answer. */
export type FieldPath<Form, Prefix extends string = ''> = {
  [Key in keyof Form & string]-?: NonNullable<Form[Key]> extends readonly unknown[]
    ? `${Prefix}${Key}`
    : NonNullable<Form[Key]> extends object
      ? FieldPath<NonNullable<Form[Key]>, `${Prefix}${Key}.`>
      : `${Prefix}${Key}`;
}[keyof Form & string];

/** A description of every field of `Form`, and of those that its page asks beside it. */
export type FieldsOf<Form, Beside extends string = never> = Readonly<
  Record<FieldPath<Form> | Beside, Field>
>;

/** Lists that fields are answered from. */
export function optionListsOf(fields: readonly Field[]): OptionList[] {
  return fields.flatMap(({ control }) => ('options' in control ? [control.options] : []));
}

/** Paths of the fields of one part of a form, in the order of the page. */
export function fieldsIn(fields: Fields, part: string): string[] {
  return Object.keys(fields).filter((path) => partOf(fields, path) === part);
}

/** Whether a field is asked for after what else was answered, as it is typed. */
export function isAsked({ onlyAfter }: Field, values: unknown): boolean {
  return !onlyAfter || answerAt(values, onlyAfter.path) === onlyAfter.answer;
}

function partOf(fields: Fields, path: string): string {
  return fields[path]?.part ?? path.replace(/\..*/, '');
}

/** The answer that stands at a dotted path of a form, undefined where nothing was given. */
export function answerAt(form: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], form);
}

/** Ids of all files that a form names. */
export function fileIdsIn(fields: Fields, form: unknown): string[] {
  return Object.entries(fields)
    .filter(([, { control }]) => control.kind === 'files')
    .flatMap(([path]) => (answerAt(form, path) as readonly string[] | undefined) ?? []);
}
