import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { addressWithin } from '#contract/address-within.ts';
import { dataTypes } from '#contract/data-types.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { comingDate, pastDate, validateAsOf } from '#contract/fields.ts';
import { publicApplyTypes } from '#contract/options.ts';
import { namesPersonalData, publicForm } from '#contract/public-form.ts';

interface Json {
  type?: string;
  [key: string]: unknown;
}

/** Returns the paths of unbounded texts, lists and numbers of an input. */
function unbounded(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const part = schema as Json;
  const open: Record<string, boolean> = {
    string: !['maxLength', 'pattern', 'format', 'enum', 'const'].some((word) => word in part),
    array: !('maxItems' in part),
    number: !('maximum' in part || 'exclusiveMaximum' in part),
    integer: !('maximum' in part || 'exclusiveMaximum' in part),
  };
  const own = open[part.type ?? ''] ? [at] : [];
  const inside = Object.entries(part).flatMap(([key, value]) =>
    unbounded(value, /^(properties|items|anyOf|allOf|oneOf|\d+)$/.test(key) ? at : `${at}.${key}`),
  );
  return [...own, ...inside];
}

test('every text, list and number of an input is bounded', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  const found = names.flatMap((name) =>
    unbounded(z.toJSONSchema(endpoints[name].input as z.ZodMiniType, { io: 'input' }), name),
  );
  expect(found).toEqual([]);
});

describe('a public-sector body', () => {
  // Written by hand: data that can identify a person.
  const personal: readonly string[] = ['identity', 'trips', 'location', 'driver', 'events'];
  const { supervisoryNotice: _, ...example } = {
    supervisoryNotice: '',
    ...endpoints.publicApplication.example.form,
  };
  const problemsOf = (others: object) => {
    const parsed = validateAsOf(Date.parse('2026-11-20T09:00:00Z'), () =>
      parseInput(publicForm, { ...example, ...others }),
    );
    return 'fields' in parsed ? parsed.fields : [];
  };
  const unnotified = { field: 'supervisoryNotice', problem: 'range' };
  const pairs = dataTypes.flatMap((one) =>
    dataTypes.filter((name) => name !== one).map((other) => [one, other]),
  );

  test.each(publicApplyTypes)(
    'cannot name personal data outside an emergency, and must name the notified authority in one (%s)',
    (type) => {
      const isEmergency = type === 'publicEmergency';
      for (const dataTypes of pairs) {
        const isPersonal = dataTypes.some((name) => personal.includes(name));
        const found = [
          dataTypes,
          namesPersonalData({ type, dataTypes }),
          problemsOf({ type, dataTypes }),
        ];
        const isUnnotified = isEmergency && isPersonal;
        expect(found).toEqual([
          dataTypes,
          !isEmergency && isPersonal,
          isUnnotified ? [unnotified] : [],
        ]);
      }
    },
  );

  test('names the authority it notified in words, and reads of its absence with other errors', () => {
    const emergency = { type: 'publicEmergency', dataTypes: ['location'] };
    expect(problemsOf({ ...emergency, supervisoryNotice: '  ' })).toEqual([unnotified]);
    expect(problemsOf({ ...emergency, supervisoryNotice: 'The authority, 2 Nov.' })).toEqual([]);
    expect(problemsOf({ ...emergency, scope: '' })).toEqual([
      { field: 'scope', problem: 'required' },
      unnotified,
    ]);
  });

  test.each(['granularity', 'penalties', 'dataCoordinator', 'publication'])(
    'must state its %s (Art. 17(2))',
    (field) => {
      expect(problemsOf({ [field]: undefined })).toEqual([{ field, problem: 'required' }]);
    },
  );

  test('may name the authority of another Member State that examined the request (Art. 22)', () => {
    expect(problemsOf({ examinedBy: 'The authority of Malta, no. 7.' })).toEqual([]);
  });
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  'dates are compared with the year in UTC, in every time zone of the process (%s)',
  (zone) => {
    const before = process.env.TZ;
    onTestFinished(() => {
      process.env.TZ = before ?? '';
      if (before === undefined) delete process.env.TZ;
    });
    process.env.TZ = zone;
    const isTaken = (schema: z.ZodMiniType, day: string, now: string) =>
      validateAsOf(Date.parse(now), () => schema.safeParse(day).success);
    // In these zones the local year differs from the year in UTC.
    for (const now of ['2026-12-31T22:00:00Z', '2027-01-01T02:00:00Z']) {
      const year = Number(now.slice(0, 4));
      expect(isTaken(pastDate(), `${year - 120}-12-31`, now)).toBe(true);
      expect(isTaken(pastDate(), `${year - 121}-12-29`, now)).toBe(false);
      expect(isTaken(comingDate(), `${year + 10}-01-01`, now)).toBe(year === 2026);
      expect(isTaken(comingDate(), `${year + 11}-01-02`, now)).toBe(false);
    }
  },
);

test.each([
  ['disputeRecord', 'startedOn'],
  ['deskDisputeEnd', 'endedOn'],
  ['erasureNotify', 'erasedOn'],
  ['deskAuthorityNotified', 'notifiedOn'],
] as const)('the day in %s needs a year with four digits', (name, field) => {
  const { input, example } = endpoints[name];
  const parse = (day: string) => parseInput(input, { ...example, [field]: day });
  expect(parse('0026-11-02')).toEqual({ fields: [{ field, problem: 'range' }] });
  expect(parse('2026-11-02')).toHaveProperty('value');
});

test.each([
  ['', null],
  [null, null],
  ['desk', null],
  ['?a', null],
  ['#a', null],
  ['https://portal.example/desk', null],
  ['/desk?a#b', '/desk?a#b'],
  ['//other.example', null],
  ['/.//other.example', null],
  ['/\\other.example', null],
  ['\\\\other.example', null],
  ['/a/..//other.example', null],
  ['/%2e//other.example', null],
  ['javascript:alert(1)', null],
  ['/', '/'],
  [undefined, null],
])('addressWithin turns %j into %j', (wanted, stays) => {
  expect(addressWithin('https://portal.example', wanted)).toBe(stays);
});

const person = z.strictObject({ name: z.string().check(z.minLength(1), z.regex(/^[a-z]*$/)) });
const input = z.strictObject({ title: z.string(), person, cars: z.array(person) });

test('each field is reported once, by its path, with the rule that it breaks', () => {
  const cars = [{ name: 'zoe' }, { name: '', colour: 'red' }];
  expect(parseInput(input, { person: { name: 'Anna', role: 'x', age: 1 }, cars, own: 1 })).toEqual({
    fields: [
      { field: 'title', problem: 'required' },
      { field: 'person.name', problem: 'format' },
      { field: 'person.role', problem: 'unknown' },
      { field: 'person.age', problem: 'unknown' },
      { field: 'cars.1.name', problem: 'required' },
      { field: 'cars.1.colour', problem: 'unknown' },
      { field: 'own', problem: 'unknown' },
    ],
  });
});
