import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dataRequestForm, storedDataRequest } from '#contract/data-request-form.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { personalForm, storedPersonalForm } from '#contract/personal-form.ts';
import { publicForm, storedPublicForm } from '#contract/public-form.ts';
import { storedJson } from '#contract/stored-json.ts';
import { isLawfulGround } from '#machines/refusal-grounds.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { requestOf } from '#server/reports/report-request.ts';
import { callersOf } from '#tests/server/callers.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { dataRequest, startSeededPortal } from '#tests/server/seeded-portal.ts';

/** Dotted paths of all required parts and fields of a form. */
function requiredPaths(schema: z.ZodMiniType, path = ''): string[] {
  const isOptional = schema instanceof z.ZodMiniOptional;
  const part = isOptional ? (schema.def.innerType as z.ZodMiniType) : schema;
  const fields: [string, z.ZodMiniType][] =
    part instanceof z.ZodMiniObject ? Object.entries<z.ZodMiniType>(part.shape as never) : [];
  const inner = fields.flatMap(([name, field]) =>
    requiredPaths(field, path ? `${path}.${name}` : name),
  );
  return isOptional || path === '' ? inner : [path, ...inner];
}

const forms = [
  { kind: 'personal', column: 'form_json', schema: personalForm },
  { kind: 'personal', column: 'data_request_json', schema: dataRequestForm },
  { kind: 'public', column: 'form_json', schema: publicForm },
] as const;

const missing = forms.flatMap(({ kind, column, schema }) =>
  requiredPaths(schema).map((path) => ({ kind, column, path })),
);

test('every field that a form requires is in the table', () => {
  const paths = missing.map(({ column, path }) => `${column} ${path}`);
  expect(paths).toContain('form_json user');
  expect(paths).toContain('form_json user.lastName');
  expect(paths).toContain('form_json thirdParty.agreement');
  expect(paths).toContain('form_json departmentName');
  expect(paths).toContain('data_request_json masking');
  expect(paths).not.toContain('form_json user.middleName');
  expect(paths).toHaveLength(50);
});

const portal = portalOfFile(startSeededPortal);
const { reviewer } = callersOf(portal);

describe('an application filed before a field existed', () => {
  const numbers = { personal: '', public: '' };
  beforeAll(async () => {
    numbers.personal = await approvedPersonal();
    numbers.public = await givenRequest(portal, portal.tokens.stranger);
  });

  test.each(missing)('is readable ($kind, $column lacks $path)', async ({ kind, column, path }) => {
    const applicationNumber = numbers[kind];
    const ofIt = { number: applicationNumber };
    const { [column]: filed } = await row(portal.services, 'application', ofIt);
    const write = (json: string | null) =>
      changeRows(portal.services, 'application', ofIt, { [column]: json });
    await write(without(filed ?? '', path));
    const requester = kind === 'personal' ? portal.tokens.owner : portal.tokens.stranger;
    const read = async (
      name: EndpointName,
      token: string,
      input: object = { applicationNumber },
    ) => {
      const { status, data, message } = await portal.call(name, input as never, { token });
      expect({ name, status, message }).toMatchObject({ status: 200 });
      return data;
    };
    const details = await read('applicationDetails', requester);
    const shown = column === 'form_json' ? kind : 'dataRequest';
    const value = at((details as Record<string, unknown>)[shown], path);
    expect(value === undefined || Object.values(Object(value)).flat().length === 0).toBe(true);
    for (const name of ['deskApplication', 'deskReportPreview'] as const)
      await read(name, portal.tokens.reviewer);
    await read('deskQueue', portal.tokens.reviewer, {});
    await read('deskErasureLedger', portal.tokens.reviewer, {});
    const about = { applicationNumber };
    const { response } = await portal.call('decisionLetter', about, { token: requester });
    expect(response.statusCode, response.body).toBe(200);
    const request = await requestOf(portal.services, applicationNumber);
    // A request without a range delivers nothing, and one without masking is masked.
    expect(request.parts.length).toBe(['from', 'to'].includes(path) ? 0 : 1);
    if (path === 'masking') expect(request.masking).toBe('drives');
    await write(filed);
  });

  test.each(['from', 'to'])(
    'delivers no data if the request lacks %s, and states the reason',
    async (path) => {
      const { services, tokens } = portal;
      const applicationNumber = numbers.personal;
      const ofIt = { number: applicationNumber };
      const filed = (await row(services, 'application', ofIt)).data_request_json;
      const write = (data_request_json: string | null) =>
        changeRows(services, 'application', ofIt, { data_request_json });
      await write(without(filed ?? '', path));
      const reviewer = { token: tokens.reviewer };
      const preview = await portal.granted('deskReportPreview', { applicationNumber }, reviewer);
      const gaps = preview.types.flatMap(({ signals }) => signals.map(({ gap }) => gap));
      expect(new Set(gaps)).toEqual(new Set(['noPeriod']));
      const by = { token: tokens.owner };
      // The first report is not generated yet, so this call is rejected.
      await portal.call('regenerateReport', { applicationNumber }, by);
      await generateDue(services);
      const { report } = await portal.granted('applicationDetails', { applicationNumber }, by);
      expect(report).toMatchObject({
        state: 'empty',
        reason: 'The data request names no period, so no data are delivered.',
      });
      await write(filed);
    },
  );
});

describe('other data of another release:', () => {
  beforeAll(async () => {
    const roles = { is_lead: 1, is_auditor: 1 } as const;
    await changeRows(portal.services, 'account', { email: 'reviewer@example.eu' }, roles);
  });

  test('unknown states and turns in a saved view are ignored', async () => {
    const { db } = portal.services.store;
    const { id: account_id } = await row(portal.services, 'account', {
      email: 'reviewer@example.eu',
    });
    const filter_json = JSON.stringify({
      states: ['approved', 'paused'],
      turn: 'court',
      search: 'x',
    });
    await db.insertInto('saved_view').values({ account_id, name: 'Old', filter_json }).execute();
    const views = await portal.granted('deskViews', {}, reviewer);
    expect(views.map(({ filter }) => filter)).toEqual([{ states: ['approved'], search: 'x' }]);
    await portal.granted('deskQueue', views[0]?.filter ?? {}, reviewer);
  });

  test('settings beyond the limits are returned, unknown settings are ignored', async () => {
    const { db } = portal.services.store;
    const kept = { answerDays: 5000, fax: '+32 2 123' };
    for (const [name, value] of Object.entries(kept)) {
      const value_json = JSON.stringify(value);
      await addRows(portal.services, 'desk_setting', { name: name as 'answerDays', value_json });
    }
    const { values } = await portal.granted('deskSettingsRead', {}, reviewer);
    expect(values).toMatchObject({ answerDays: 5000, remindDays: 3 });
    expect(values).not.toHaveProperty('fax');
    await db.deleteFrom('desk_setting').execute();
  });

  test('unknown actions, grounds and items are shown', async () => {
    const { number: applicationNumber } = await portal.applicationAt('informationRequired');
    const { store } = portal.services;
    await store.transact((trx) =>
      appendAuditEvent(portal.services, trx, {
        by: { id: 'x', email: 'x@example.eu' },
        action: 'fax.send' as 'file.open',
        reference: applicationNumber,
      }),
    );
    await changeRows(
      portal.services,
      'application',
      { number: applicationNumber },
      { information_items: JSON.stringify(['vehicleProof', 'faxNumber']) },
    );
    const { reviewer: token, owner } = portal.tokens;
    const trail = await portal.granted('auditTrail', { applicationNumber }, { token });
    expect(trail.items.map(({ action }) => action)).toContain('fax.send');
    const by = { token: owner };
    const details = await portal.granted('applicationDetails', { applicationNumber }, by);
    expect(details.informationRequest?.items).toEqual([
      { code: 'vehicleProof', label: 'Vehicle proof' },
      { code: 'faxNumber', label: 'faxNumber' },
    ]);
    const use = { kind: 'personal', isForThirdParty: true } as const;
    expect(isLawfulGround('faxMissing' as 'gatekeeper', use)).toBe(false);
  });
});

describe('stored JSON', () => {
  const name = z.object({ given: z.optional(z.string()), family: z.optional(z.string()) });
  const split = ({ name: whole, ...rest }: Record<string, unknown>) => {
    const [given, family] = String(whole).split(' ');
    return { ...rest, given, family };
  };
  const fromNick = ({ nick, ...rest }: Record<string, unknown>) => ({ ...rest, name: nick });
  const third = storedJson(name, fromNick, split);

  test('carries the version of its shape', () => {
    expect(JSON.parse(third.write({ given: 'Anna' }))).toEqual({ version: 3, given: 'Anna' });
    expect(JSON.parse(storedJson(name).write({}))).toEqual({ version: 1 });
  });

  test.each([
    ['without a version is read as the first version', { nick: 'Anna Nowak' }],
    ['of the first version is upgraded twice', { version: 1, nick: 'Anna Nowak' }],
    ['of the second version is upgraded once', { version: 2, name: 'Anna Nowak' }],
    ['of the current version is read unchanged', { version: 3, given: 'Anna', family: 'Nowak' }],
    [
      'of a later release is read without unknown fields',
      { version: 4, given: 'Anna', family: 'Nowak', born: 1985 },
    ],
  ])('%s', (_, stored) => {
    expect(third.read(JSON.stringify(stored))).toEqual({ given: 'Anna', family: 'Nowak' });
  });

  test.each([
    ['personal form', endpoints.personQualificationReview.example.form, storedPersonalForm],
    ['public form', endpoints.publicApplication.example.form, storedPublicForm],
    ['data request', endpoints.personDataApplication.example.form, storedDataRequest],
  ])('of a %s contains everything that was filed', (_, form, schema) => {
    const stored = storedJson(schema as z.ZodMiniType<object>);
    expect(stored.read(stored.write(form))).toEqual(form);
  });
});

function without(json: string, path: string): string {
  const form = JSON.parse(json);
  const [name = '', ...parents] = path.split('.').reverse();
  const parent = parents.reverse().reduce((value, key) => value[key], form);
  expect(parent).toHaveProperty(name);
  delete parent[name];
  return JSON.stringify(form);
}

function at(form: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Object(value)[key], form);
}

async function approvedPersonal(): Promise<string> {
  const { owner, reviewer } = portal.tokens;
  const upload = portal.uploaded;
  const thirdParty = {
    name: 'Insurer',
    location: 'Warszawa',
    email: 'insurer@example.com',
    materials: [await upload()],
    agreement: [await upload()],
  };
  const applicationNumber = await portal.filed({ thirdParty });
  const request = { ...dataRequest, agreement: [await upload()] };
  const steps: [EndpointName, string, object?][] = [
    ['deskStartReview', reviewer],
    ['deskPassQualification', reviewer],
    ['personDataApplication', owner, { form: request }],
    ['deskApprove', reviewer],
  ];
  for (const [revision, [name, token, more]] of steps.entries())
    await portal.granted(name, { applicationNumber, revision, ...more } as never, { token });
  return applicationNumber;
}
