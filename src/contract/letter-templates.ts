import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { type Decision, decisions } from './decision.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, EXAMPLE_NUMBER, line, optionalText } from './fields.ts';
import { languageCodes } from './languages.ts';
import { recordFrom } from './record-from.ts';

export const MAX_TEMPLATES = 100;

export const templatePlaceholders = ['number', 'name', 'holder', 'filedOn', 'today'] as const;
export type TemplatePlaceholder = (typeof templatePlaceholders)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)]
    .map(([, name = '']) => name)
    .filter((name) => !templatePlaceholders.some((placeholder) => placeholder === name));
}

export function filledTemplate(
  text: string,
  values: Readonly<Record<TemplatePlaceholder, string>>,
): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as TemplatePlaceholder] : whole,
  );
}

export const decisionsWithText = (Object.keys(decisions) as Decision[]).filter((decision) =>
  decisions[decision].fields.some((field) => field === 'text'),
) as [Decision, ...Decision[]];

export const templateTexts = z.strictObject(recordFrom(languageCodes, optionalText));

const template = {
  name: line(),
  decision: z.enum(decisionsWithText),
  texts: templateTexts,
};

export const deskTemplates = endpoint(calls.deskTemplates, {
  access: 'desk',
  summary: 'Text templates to requesters, by name.',
  data: z.array(z.object({ id: z.string(), ...template })),
});

export const deskTemplateSave = endpoint(calls.deskTemplateSave, {
  access: 'lead',
  errors: ['notFound'],
  summary: `Saves a template, a new one without an id; ${MAX_TEMPLATES} at most. Unknown placeholders are rejected by name.`,
  input: z.strictObject({ id: z.optional(z.uuid()), ...template }),
  data: z.object({ id: z.string() }),
  example: {
    name: 'Second page',
    decision: 'request',
    texts: { en: 'Dear {name}, the second page of the certificate of {number} is missing.' },
  },
});

export const deskTemplateRemove = endpoint(calls.deskTemplateRemove, {
  access: 'lead',
  errors: ['notFound'],
  summary: 'Removes a template; texts written with it remain.',
  input: z.strictObject({ id: z.uuid() }),
  example: { id: '3f0f2f0e-6f0b-4f6e-9d51-5b7f1c9a2d10' },
});

export const deskTemplateTexts = endpoint(calls.deskTemplateTexts, {
  access: 'reviewer',
  errors: ['notFound'],
  summary: 'Templates for a decision about an application, with filled placeholders.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    decision: z.enum(decisionsWithText),
  }),
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      language: z.enum(languageCodes),
      isRequesters: z.boolean(),
      text: z.string(),
    }),
  ),
  example: { applicationNumber: EXAMPLE_NUMBER, decision: 'request' },
});
