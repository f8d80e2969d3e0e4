import type { MessageDescriptor } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

export type Translate = (message: MessageDescriptor) => string;

export type Labelled = Readonly<Record<string, string | number>>;

/** Plural forms by CLDR category, or by an exact count. */
type PluralForms = Readonly<Record<string, string>> & { readonly other: string };

interface InContext {
  message: string;
  context: string;
}

const compiled = new WeakMap<TemplateStringsArray, Pick<MessageDescriptor, 'id' | 'message'>>();

/**
 * Describes a message like Lingui's macro of the same name, but without a build step:
 * ``msg`Application ${{ number }} received` ``. In builds of pages the macro replaces it, and
 * `lingui extract` reads both. Every value needs a label, because variable names do not exist at
 * run time.
 */
export function msg(texts: TemplateStringsArray, ...values: readonly Labelled[]): MessageDescriptor;
/** Describes a message whose English text has several meanings; `context` distinguishes them. */
export function msg(text: InContext): MessageDescriptor;
export function msg(
  texts: TemplateStringsArray | InContext,
  ...values: readonly Labelled[]
): MessageDescriptor {
  if ('message' in texts) return { id: generateMessageId(texts.message, texts.context), ...texts };
  const known = compiled.get(texts) ?? described(texts, values);
  compiled.set(texts, known);
  return values.length > 0 ? { ...known, values: Object.assign({}, ...values) } : known;
}

const forms = Symbol('forms');

export function plural(value: Labelled, cases: PluralForms): Labelled {
  return Object.defineProperty({ ...value }, forms, { value: cases });
}

function described(texts: TemplateStringsArray, values: readonly Labelled[]) {
  const message = String.raw({ raw: texts }, ...values.map(placeholder));
  return { id: generateMessageId(message), message };
}

function placeholder(value: Labelled & { [forms]?: PluralForms }): string {
  const [name] = Object.keys(value);
  const cases = value[forms];
  if (!cases) return `{${name}}`;
  const texts = Object.entries(cases).map(
    ([form, text]) => `${/^\d/.test(form) ? '=' : ''}${form} {${text}}`,
  );
  return `{${name}, plural, ${texts.join(' ')}}`;
}
