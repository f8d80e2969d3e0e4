import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { addressWithin } from '#contract/address-within.ts';
import { dataTypes } from '#contract/data-types.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { birthDate, comingDate, validateAsOf } from '#contract/fields.ts';
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
  const personal = ['identity', 'trips', 'location', 'driver', 'events'];
  const example = endpoints.publicApplication.example.form;

  test.each(publicApplyTypes)('cannot name personal data outside an emergency (%s)', (type) => {
    const isEmergency = type === 'publicEmergency';
    for (const one of dataTypes)
      for (const other of dataTypes) {
        const isPersonal = [one, other].some((name) => personal.includes(name));
        const wanted = [type, one, other, !isEmergency && isPersonal];
        expect([type, one, other, namesPersonalData({ type, dataTypes: [one, other] })]).toEqual(
          wanted,
        );
      }
  });

  test.each(publicApplyTypes)(
    'must name the notified authority for personal data in an emergency (%s)',
    (type) => {
      const isEmergency = type === 'publicEmergency';
      for (const one of dataTypes)
        for (const other of dataTypes.filter((name) => name !== one)) {
          const { supervisoryNotice: _, ...form } = { ...example, type, dataTypes: [one, other] };
          const isPersonal = [one, other].some((name) => personal.includes(name));
          const parsed = validateAsOf(Date.parse('2026-11-20T09:00:00Z'), () =>
            publicForm.safeParse(form),
          );
          const fields = parsed.error?.issues.map(({ path }) => path.join('.')) ?? [];
          expect([type, one, other, fields]).toEqual([
            type,
            one,
            other,
            isEmergency && isPersonal ? ['supervisoryNotice'] : [],
          ]);
        }
    },
  );
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
      expect(isTaken(birthDate(), `${year - 120}-12-31`, now)).toBe(true);
      expect(isTaken(birthDate(), `${year - 121}-12-29`, now)).toBe(false);
      expect(isTaken(comingDate(), `${year + 10}-01-01`, now)).toBe(year === 2026);
      expect(isTaken(comingDate(), `${year + 11}-01-02`, now)).toBe(false);
    }
  },
);

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
  ['javascript:alert(1)', null],
  ['/', '/'],
  [undefined, null],
])('addressWithin turns %j into %j', (wanted, stays) => {
  expect(addressWithin('https://portal.example', wanted)).toBe(stays);
});
