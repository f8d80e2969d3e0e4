import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { publicForm } from '#contract/public-form.ts';
import {
  askedSections,
  emptyPublicRequest,
  fieldsOfSection,
  isSectionDone,
  type PublicValues,
  publicInput,
  publicSections,
} from '#portal/public-sector/public-values.ts';

const { from, to, ...answers } = endpoints.publicApplication.example.form;
const filled = {
  ...emptyPublicRequest,
  ...answers,
  from: '2026-01-01T00:00',
  to: '2026-07-01T00:00',
  materials: [{ fileId: '0'.repeat(32), name: 'request.pdf', size: 10 }],
} as PublicValues;
const done = (values: PublicValues) =>
  publicSections.filter((section) => isSectionDone(values, section));
const without = (...fields: readonly string[]) => ({
  ...filled,
  ...Object.fromEntries(
    Object.entries(emptyPublicRequest).filter(([name]) => fields.includes(name)),
  ),
});

describe('the sections of the request', () => {
  test('are complete when the contract accepts the values', () => {
    expect(parseInput(publicForm, publicInput(filled))).toHaveProperty('value');
    expect(done(filled)).toEqual([...askedSections]);
  });

  test('are incomplete when empty', () => {
    expect(done(emptyPublicRequest)).toEqual([]);
  });

  test.each(askedSections)('%s alone is incomplete while it is empty', (section) => {
    expect(done(without(...fieldsOfSection(section)))).toEqual(
      askedSections.filter((each) => each !== section),
    );
  });

  test('are incomplete when two are empty', () => {
    expect(done(without(...fieldsOfSection('body'), ...fieldsOfSection('use')))).toEqual(
      askedSections.filter((each) => each !== 'body' && each !== 'use'),
    );
  });
});
