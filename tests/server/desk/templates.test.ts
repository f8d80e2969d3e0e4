import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_TEMPLATES } from '#contract/letter-templates.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

type Template = InputOf<typeof endpoints.deskTemplateSave>;

const portal = portalOfFile(startSeededPortal);
const { lead, reviewer } = callersOf(portal, { lead: ['lead'] });
let number: string;
beforeAll(async () => {
  ({ number } = await portal.applicationAt('underReview'));
});

const save = (template: Template) => portal.call('deskTemplateSave', template, lead);
const storedTemplates = () => portal.granted('deskTemplates', {}, reviewer);
const offered = (decision: Template['decision'] = 'request') =>
  portal.granted('deskTemplateTexts', { applicationNumber: number, decision }, reviewer);
const request = { name: 'Second page', decision: 'request' } as const;

describe('templates', () => {
  test('are offered with the values of the application, in the requester’s language', async () => {
    expect([await storedTemplates(), await offered()]).toEqual([[], []]);
    const en = 'Dear {name}, {number} of {filedOn} lacks a page. {holder}, {today}';
    const { id } = granted(await save({ ...request, texts: { fr: 'Bonjour {name}', en } }));
    granted(
      await save({ name: 'Only French', decision: 'request', texts: { fr: 'Voir {number}' } }),
    );
    granted(await save({ name: 'Of refusals', decision: 'refuse', texts: { en: 'No.' } }));
    expect((await storedTemplates()).map(({ name }) => name)).toEqual([
      'Of refusals',
      'Only French',
      'Second page',
    ]);
    const [french, second, ...others] = await offered();
    expect(others).toEqual([]);
    expect(french).toMatchObject({ language: 'fr', isRequesters: false, text: `Voir ${number}` });
    expect(second).toMatchObject({ id, language: 'en', isRequesters: true });
    expect(second?.text).toMatch(
      new RegExp(
        `^Dear \\S.* ${'Nowak'}.*, ${number} of 20 November 2026 lacks a page. .+, 20 November 2026$`,
      ),
    );
    const opened = await rows(portal.services, 'audit_entry', { detail: 'template' });
    expect(opened).toMatchObject([{ action: 'application.open', application_number: number }]);
  });

  test('with an unknown placeholder are rejected with its name', async () => {
    for (const [wrong, texts] of [
      ['{vehicle}', { en: 'Dear {name}', pl: 'Pojazd {vehicle}' }],
      ['{toString}', { pl: '{toString}' }],
      ['{}', { pl: 'a {} b' }],
    ] as const) {
      const answer = await save({ ...request, name: wrong, texts });
      expectCode(answer, codes.invalid);
      expect(answer.message).toBe(`Unknown placeholder: ${wrong}.`);
      expect(answer.data).toMatchObject({ fields: [{ field: 'texts.pl', problem: 'choice' }] });
    }
  });

  test('need a text and a unique name', async () => {
    const without = await save({ ...request, name: 'Empty', texts: { en: ' ' } });
    expect(without.data).toMatchObject({ fields: [{ field: 'texts.en' }] });
    const twice = await save({ ...request, texts: { en: 'Another' } });
    expect(twice.data).toMatchObject({ fields: [{ field: 'name', problem: 'choice' }] });
  });

  test('are changed and removed, and the log records it', async () => {
    const [{ id = '' } = {}] = (await storedTemplates()).filter(
      ({ name }) => name === 'Of refusals',
    );
    granted(await save({ id, name: 'Renamed', decision: 'refuse', texts: { en: 'Sorry.' } }));
    expect((await offered('refuse')).map(({ name, text }) => [name, text])).toEqual([
      ['Renamed', 'Sorry.'],
    ]);
    await portal.granted('deskTemplateRemove', { id }, lead);
    expect(await offered('refuse')).toEqual([]);
    expectCode(await portal.call('deskTemplateRemove', { id }, lead), codes.notFound);
    expectCode(await save({ id, ...request, name: 'Gone', texts: { en: 'a' } }), codes.notFound);
    const entries = await rows(portal.services, 'audit_entry', { actor: 'lead@example.eu' });
    expect(entries.map(({ action, detail }) => `${action} ${detail}`).slice(-2)).toEqual([
      'template.save Renamed',
      'template.remove Renamed',
    ]);
  });

  test('are limited in number', async () => {
    const before = (await storedTemplates()).length;
    const numbers = Array.from({ length: MAX_TEMPLATES - before }, (_, index) => index);
    for (const index of numbers)
      granted(await save({ name: `No. ${index}`, decision: 'pass', texts: { en: 'a' } }));
    const answer = await save({ name: 'One more', decision: 'pass', texts: { en: 'a' } });
    expect(answer.data).toMatchObject({ fields: [{ field: 'name', problem: 'range' }] });
  });
});
