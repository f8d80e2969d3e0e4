import type { MessageDescriptor } from '@lingui/core';
import type { FileUsage } from '#contract/files.ts';

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

export interface Choice {
  value: string;
  label: MessageDescriptor;
  description?: MessageDescriptor;
}

export type Control =
  | { kind: 'line'; type?: 'tel' | 'email'; autoComplete?: string }
  | { kind: 'text' }
  | { kind: 'date'; isBirthday?: true }
  /** Instant, entered in the user's time zone. */
  | { kind: 'instant' }
  | { kind: 'select'; options: OptionList; autoComplete?: string }
  | { kind: 'options'; options: OptionList }
  | { kind: 'severalOptions'; options: OptionList }
  | { kind: 'choice'; choices: readonly Choice[] }
  /** `yes` or `no`, sent as a boolean. */
  | { kind: 'yesNo'; choices: readonly Choice[] }
  | { kind: 'vehicle' }
  | { kind: 'files'; usage: FileUsage }
  | { kind: 'tick' };

export interface Field {
  label: MessageDescriptor;
  /** Shown with the answer instead of `label`, if `label` is a long question. */
  shortLabel?: MessageDescriptor;
  description?: MessageDescriptor;
  control: Control;
  prompt: MessageDescriptor;
  format?: MessageDescriptor;
  range?: MessageDescriptor;
  isOptional?: true;
  onlyAfter?: { path: string; answer: string };
  /** Adjacent fields with the same row name are shown side by side. */
  row?: string;
  /** Legend of the row, in its first field. */
  rowLabel?: MessageDescriptor;
  /** Part of the form; defaults to the first segment of the path. */
  part?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** Dotted paths of a form's fields, for example `user.postCode`. A list counts as one field. */
type FieldPath<Form, Prefix extends string = ''> = {
  [Key in keyof Form & string]-?: NonNullable<Form[Key]> extends readonly unknown[]
    ? `${Prefix}${Key}`
    : NonNullable<Form[Key]> extends object
      ? FieldPath<NonNullable<Form[Key]>, `${Prefix}${Key}.`>
      : `${Prefix}${Key}`;
}[keyof Form & string];

export type FieldsOf<Form, PageField extends string = never> = Readonly<
  Record<FieldPath<Form> | PageField, Field>
>;

export function optionListsOf(fields: readonly Field[]): OptionList[] {
  return fields.flatMap(({ control }) => ('options' in control ? [control.options] : []));
}

export function fieldsIn(fields: Fields, part: string): string[] {
  return Object.keys(fields).filter((path) => partOf(fields, path) === part);
}

export function isAsked({ onlyAfter }: Field, values: unknown): boolean {
  return !onlyAfter || String(answerAt(values, onlyAfter.path)) === onlyAfter.answer;
}

function partOf(fields: Fields, path: string): string {
  return fields[path]?.part ?? path.replace(/\..*/, '');
}

export function answerAt(form: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], form);
}

export function fileIdsIn(fields: Fields, form: unknown): string[] {
  return Object.entries(fields)
    .filter(([, { control }]) => control.kind === 'files')
    .flatMap(([path]) => (answerAt(form, path) as readonly string[] | undefined) ?? []);
}
