import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { languageCodes } from '#contract/languages.ts';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

const portal = portalOfFile(() =>
  startPortal({ settings: { HOLDER_NAME: 'Moteurs Réunis', REPORT_DAYS: '14' } }),
);
let token: string;
beforeAll(async () => {
  token = await portal.signIn('owner@example.eu');
  const { store } = portal.services;
  await addVehicle(store, {
    id: 'mine',
    vin: 'VF1AAAAAAAA000001',
    emails: ['owner@example.eu'],
    attributes: { 'Vehicle.VehicleIdentification.Model': 'Twizy' },
  });
  await addVehicle(store, { id: 'other', vin: 'VF1AAAAAAAA000002', emails: ['other@example.eu'] });
  await addSeries(portal.services, 'mine', [
    ['2026-11-01T00:00:00Z', { 'Vehicle.Speed': 10 }],
    ['2026-11-01T00:00:01Z', { 'Vehicle.Speed': 11, 'Vehicle.CurrentLocation.Latitude': 50 }],
    ['2026-11-02T00:00:00Z', { 'Vehicle.Speed': 12 }],
  ]);
});

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
        else expect(text).toMatch(/\b14\b|14/);
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
  it('are listed with their lifetimes in seconds; the language alone needs consent', {
    tags: ['3-cookies'],
  }, async () => {
    const { data } = await portal.call('cookieList', {}, { language: 'pl' });
    expect(Object.fromEntries(data.map(({ name, lifetime }) => [name, lifetime]))).toEqual({
      [cookieNames.login]: cookieLifetimes.login,
      [cookieNames.session]: cookieLifetimes.session,
      [cookieNames.browser]: cookieLifetimes.browser,
      [cookieNames.companySignIn]: cookieLifetimes.companySignIn,
      [cookieNames.consent]: cookieLifetimes.consent,
      [cookieNames.language]: cookieLifetimes.language,
    });
    expect(
      data.filter(({ category }) => category === 'functional').map(({ name }) => name),
    ).toEqual([cookieNames.language]);
  });

  it('chosen are recorded', { tags: ['7-cookies'] }, async () => {
    const { data } = await portal.call('cookieRecord', { functional: false });
    const row = await portal.services.store.db
      .selectFrom('cookie_choice')
      .selectAll()
      .where('id', '=', data.recordId)
      .executeTakeFirst();
    expect(row).toEqual({ id: data.recordId, functional: 0, recorded_at: data.recordedAt });
  });
});

describe('choices', () => {
  it('offer only the ways of reception that happen, and name those once offered', async () => {
    const { receptionMethods } = (await portal.call('options', {})).data;
    expect(receptionMethods.filter(({ isFormer }) => !isFormer)).toEqual([
      { code: 'portalDownload', label: 'Download from this portal' },
    ]);
    const form = {
      ...endpoints.publicApplication.example.form,
      materials: [],
      receptionMethod: 'apiTransfer',
    };
    const refused = parseInput(endpoints.publicApplication.input.shape.form, form);
    expect(refused).toMatchObject({
      fields: expect.arrayContaining([{ field: 'receptionMethod', problem: 'choice' }]),
    });
    expect(receptionMethods.find(({ code }) => code === 'apiTransfer')?.label).toMatch(/Transfer/);
  });

  it.each(languageCodes)('have words in %s', { tags: ['7-options'] }, async (language) => {
    const { data } = await portal.call('options', {}, { language });
    for (const list of Object.values(data)) {
      expect(list.length).toBeGreaterThan(1);
      for (const { code, label } of list) expect(label, code).toBeTruthy();
    }
    expect(data.countries).toHaveLength(249);
    const types = (await portal.call('publicApplyType', {}, { language })).data;
    expect(types.map(({ code }) => code)).toEqual(['publicEmergency', 'publicInterestTask']);
  });

  it('name and order countries as the reader does', async () => {
    const names = async (language: 'en' | 'pl') =>
      (await portal.call('options', {}, { language })).data.countries;
    expect(await names('en')).toContainEqual({ code: 'DE', label: 'Germany' });
    expect(await names('pl')).toContainEqual({ code: 'DE', label: 'Niemcy' });
    expect((await names('pl')).at(-1)?.label).toMatch(/^(Ż|Z)/);
  });

  it('of languages are the six', { tags: ['1-languages', '7-language'] }, async () => {
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

  it('greet in the reader’s language', async () => {
    const { data } = await portal.call('greeting', {}, { language: 'fr' });
    expect(data.greeting).toContain('Bienvenue');
    expect(data.now).toBe(portal.services.now());
  });
});

describe('data types', () => {
  const ask = (input: object, as = token) =>
    portal.call('dataTypeOptions', input, { token: as, language: 'es' });

  it('without a vehicle are the catalogue, with nothing counted', async () => {
    const { data } = await ask({});
    expect(data).toHaveLength(9);
    const location = data.find(({ type }) => type === 'location');
    expect(location).toMatchObject({ label: 'Ubicación', personal: true, rows: null });
    expect(location?.signals[0]?.values).toBeNull();
  });

  it('of a linked vehicle are counted in the range, its end exclusive', {
    tags: ['7-options'],
  }, async () => {
    const { data } = await ask({
      vehicleId: 'mine',
      from: '2026-11-01T00:00:00Z',
      to: '2026-11-02T00:00:00Z',
    });
    const values = Object.fromEntries(
      data.flatMap(({ signals }) => signals.map(({ name, values }) => [name, values])),
    );
    expect(values).toMatchObject({
      'Vehicle.Speed': 2,
      'Vehicle.CurrentLocation.Latitude': 1,
      'Vehicle.VehicleIdentification.VIN': 1,
      'Vehicle.VehicleIdentification.Model': 1,
    });
    expect(data.find(({ type }) => type === 'location')?.rows).toBe(1);
    expect(data.find(({ type }) => type === 'connectivity')?.rows).toBe(0);
  });

  it('of another user’s vehicle are not revealed', async () => {
    for (const vehicleId of ['other', 'nobodys']) {
      const answer = await ask({ vehicleId });
      expectAnswer(answer, { status: 422, code: codes.vehicleNotLinked });
      expect(answer.message).toMatch(/^Ningún vehículo de la cuenta cumple los requisitos/);
    }
  });

  it('need a range that begins before it ends', async () => {
    const answer = await ask({ from: '2026-11-02T00:00:00Z', to: '2026-11-02T00:00:00Z' });
    expect(answer).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'to', problem: 'range' }] },
    });
  });
});
