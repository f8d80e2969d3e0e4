import type { MessageDescriptor } from '@lingui/core';
import type { FileUsage } from '#contract/files.ts';

/** Lists of options whose labels the server translates. */
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

/** A radio button or tick box with its own label. */
export interface Choice {
  value: string;
  label: MessageDescriptor;
  description?: MessageDescriptor;
}

/** Control of a field. */
export type Control =
  | { kind: 'line'; type?: 'tel' | 'email'; autoComplete?: string }
  | { kind: 'text' }
  | { kind: 'date'; isBirthday?: true }
  /** An instant, entered in the reader's local time. */
  | { kind: 'instant' }
  | { kind: 'select'; options: OptionList; autoComplete?: string }
  /** One of a visible list. */
  | { kind: 'options'; options: OptionList }
  /** Several of a visible list. */
  | { kind: 'severalOptions'; options: OptionList }
  | { kind: 'choice'; choices: readonly Choice[] }
  /** `yes` or `no`, sent as a boolean. */
  | { kind: 'yesNo'; choices: readonly Choice[] }
  | { kind: 'vehicle' }
  | { kind: 'files'; usage: FileUsage }
  | { kind: 'tick' };

/** Texts and control of a field. */
export interface Field {
  label: MessageDescriptor;
  /** Label of the answer, when the question is too long. */
  shortLabel?: MessageDescriptor;
  description?: MessageDescriptor;
  control: Control;
  /** Error message for a missing or invalid value. */
  prompt: MessageDescriptor;
  /** Error message for a wrong format. */
  format?: MessageDescriptor;
  /** Error message for a value out of range. */
  range?: MessageDescriptor;
  isOptional?: true;
  /** Shown only after this answer to another field. */
  onlyAfter?: { path: string; answer: string };
  /** Adjacent fields of the same row stand side by side. */
  row?: string;
  /** Part of the form; by default the first segment of the path. */
  part?: string;
}

/** Fields by path, in the order of the page. */
export type Fields = Readonly<Record<string, Field>>;

/** Dotted paths of a form's fields: `user.postCode`. A list is one field. */
export type FieldPath<Form, Prefix extends string = ''> = {
  [Key in keyof Form & string]-?: NonNullable<Form[Key]> extends readonly unknown[]
    ? `${Prefix}${Key}`
    : NonNullable<Form[Key]> extends object
      ? FieldPath<NonNullable<Form[Key]>, `${Prefix}${Key}.`>
      : `${Prefix}${Key}`;
}[keyof Form & string];

/** Every field of `Form`, and the additional ones of its page. */
export type FieldsOf<Form, Beside extends string = never> = Readonly<
  Record<FieldPath<Form> | Beside, Field>
>;

export function optionListsOf(fields: readonly Field[]): OptionList[] {
  return fields.flatMap(({ control }) => ('options' in control ? [control.options] : []));
}

/** Returns the paths of the fields of a part, in the order of the page. */
export function fieldsIn(fields: Fields, part: string): string[] {
  return Object.keys(fields).filter((path) => partOf(fields, path) === part);
}

/** Whether a field is shown for the given answers. */
export function isAsked({ onlyAfter }: Field, values: unknown): boolean {
  return !onlyAfter || answerAt(values, onlyAfter.path) === onlyAfter.answer;
}

function partOf(fields: Fields, path: string): string {
  return fields[path]?.part ?? path.replace(/\..*/, '');
}

/** Returns the answer at a dotted path; undefined without one. */
export function answerAt(form: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], form);
}

/** Returns the ids of all files in a form. */
export function fileIdsIn(fields: Fields, form: unknown): string[] {
  return Object.entries(fields)
    .filter(([, { control }]) => control.kind === 'files')
    .flatMap(([path]) => (answerAt(form, path) as readonly string[] | undefined) ?? []);
}
