import { describe, expect, it } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { row, startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';

const portal = portalOfFile(() =>
  startPortal({
    settings: { HOLDER_NAME: 'Moteurs Réunis', REPORT_DAYS: '14', RECORD_DAYS: '400' },
  }),
);
describe('policies', () => {
  it.each(languageCodes)(
    'are complete in %s and describe this installation',
    { tags: ['7-agreement'] },
    async (language) => {
      for (const type of ['SendCaptcha', 'Cookie'] as const) {
        const { data } = await portal.call('agreement', { type }, { language });
        const text = JSON.stringify(data);
        expect(data.sections.length).toBeGreaterThanOrEqual(4);
        expect(text).toContain('Moteurs Réunis');
        expect(text).toContain('data-access@example.eu');
        expect(text).not.toMatch(/undefined|NaN|\$\{/);
        if (type === 'Cookie')
          for (const name of Object.values(cookieNames)) expect(text).toContain(name);
        else for (const days of ['14', '400']) expect(text).toContain(days);
      }
    },
  );

  it.each([
    ['en', 'in Switzerland and United States'],
    ['fr', 'Suisse et États-Unis'],
    ['zh', '瑞士和美国'],
  ] as const)(
    'name the data protection contact and where data are transferred to, in %s',
    async (language, countries) => {
      const policy = async () =>
        JSON.stringify(
          (await portal.call('agreement', { type: 'SendCaptcha' }, { language })).data,
        );
      const { config } = portal.services;
      const before = await policy();
      expect(before).not.toContain(countries);
      config.DATA_PROTECTION_MAILBOX = 'privacy@moteurs.example';
      config.TRANSFER_COUNTRIES = 'CH,US';
      const after = await policy();
      expect(after).toContain('privacy@moteurs.example');
      expect(after).toContain(countries);
      config.DATA_PROTECTION_MAILBOX = undefined;
      config.TRANSFER_COUNTRIES = '';
    },
  );
});

describe('cookies', () => {
  it('are listed with their lifetimes in seconds; only the language cookie needs consent', {
    tags: ['3-cookies'],
  }, async () => {
    const { data } = await portal.call('cookieList', {}, { language: 'pl' });
    const kinds = Object.keys(cookieNames) as (keyof typeof cookieNames)[];
    expect(Object.fromEntries(data.map(({ name, lifetime }) => [name, lifetime]))).toEqual(
      Object.fromEntries(kinds.map((kind) => [cookieNames[kind], cookieLifetimes[kind]])),
    );
    expect(
      data.filter(({ category }) => category === 'functional').map(({ name }) => name),
    ).toEqual([cookieNames.language]);
  });

  it('that a visitor accepts or declines are recorded', { tags: ['7-cookies'] }, async () => {
    const { data } = await portal.call('cookieRecord', { functional: false });
    const { recordId: id, recordedAt } = data;
    const stored = await row(portal.services, 'cookie_choice', { id });
    expect(stored).toEqual({ id, functional: 0, recorded_at: recordedAt });
  });
});

describe('choices', () => {
  it.each(languageCodes)('have labels in %s', { tags: ['7-options'] }, async (language) => {
    const { data } = await portal.call('options', {}, { language });
    for (const list of Object.values(data)) {
      expect(list.length).toBeGreaterThan(0);
      for (const { code, label } of list) expect(label, code).toBeTruthy();
    }
    expect(data.countries).toHaveLength(249);
    const types = (await portal.call('publicApplyType', {}, { language })).data;
    expect(types.map(({ code }) => code)).toEqual(['publicEmergency', 'publicInterestTask']);
  });

  it('of countries are named and sorted in the reader’s language', async () => {
    const names = async (language: 'en' | 'pl') =>
      (await portal.call('options', {}, { language })).data.countries;
    expect(await names('en')).toContainEqual({ code: 'DE', label: 'Germany' });
    expect(await names('pl')).toContainEqual({ code: 'DE', label: 'Niemcy' });
    expect((await names('pl')).at(-1)?.label).toMatch(/^(Ż|Z)/);
  });

  it('of languages are the six supported ones', {
    tags: ['1-languages', '7-language'],
  }, async () => {
    const { data } = await portal.call('language', {});
    expect(data.map(({ code }) => code)).toEqual([...languageCodes]);
  });
});

describe('properties of the installation', () => {
  it('name demo accounts and the mailbox', async () => {
    const { data } = await portal.call('config', {});
    expect(data).toMatchObject({
      mode: 'demonstration',
      mailbox: '/mailbox',
      holderName: 'Moteurs Réunis',
    });
    expect(data.demoAccounts.map(({ role }) => role)).toContain('reviewer');
  });

  it('contain a greeting in the reader’s language', async () => {
    const { data } = await portal.call('greeting', {}, { language: 'fr' });
    expect(data.greeting).toContain('Bienvenue');
    expect(data.now).toBe(portal.services.now());
  });
});

describe('data types', () => {
  it('are listed with the signals of the catalogue', { tags: ['7-options'] }, async () => {
    const token = await portal.signIn('owner@example.eu');
    const { data } = await portal.call('dataTypeOptions', {}, { token, language: 'es' });
    expect(data).toHaveLength(9);
    const location = data.find(({ type }) => type === 'location');
    expect(location).toMatchObject({ label: 'Ubicación', personal: true });
    const signal = { name: 'Vehicle.CurrentLocation.Latitude', unit: 'degrees', personal: true };
    expect(location?.signals).toContainEqual(signal);
  });
});
