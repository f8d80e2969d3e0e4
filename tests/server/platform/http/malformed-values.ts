import fc from 'fast-check';

/** Values that break schemas, databases, texts and regular expressions. */
const awkward = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  '😀'.repeat(400),
  'x'.repeat(20_001),
  '"; drop table account; --',
  "' or 1=1 --",
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '2026-02-30',
  '+275760-09-13T00:00:00Z',
  '9'.repeat(400),
  '%00',
  '<script>alert(1)</script>',
  0,
  -1,
  1.5,
  -0,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  Array.from({ length: 1000 }, () => 'x'),
  JSON.parse('{"__proto__":{"isReviewer":true}}'),
  { toString: 'x', valueOf: 1 },
];

/** Texts that databases and workbooks cannot hold. */
const poison = ['\u0000', 'a\u0000b', '\ud800', 'a\u001fb', '\u202e', '\\'];

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

export const junk = fc.oneof(
  fc.constantFrom(...awkward),
  fc.constantFrom(...poison),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant(deep(500)),
);

/** Paths to every part of a value. */
function pathsOf(value: unknown, above: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...above, key];
    return [path, ...pathsOf(inner, path)];
  });
}

/** Copies a value with another part at a path; removes the part when it is undefined. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  const inner = replaced(copy[key], rest, by);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const strange = ['unknown', '__proto__', 'constructor', 'role', 'isReviewer', ''];

/**
 * A valid example with one part changed, removed or added; or any other value. `fields` are those
 * of the schema.
 */
export function broken(example: object, fields: readonly string[]): fc.Arbitrary<unknown> {
  const paths = pathsOf(example);
  const added = fc
    .tuple(fc.constantFrom(...strange, ...fields), junk)
    .map(([key, value]) => ({ ...example, [key]: value }));
  const known = fc
    .tuple(fc.constantFrom('unknown', ...fields), fc.constantFrom(...poison))
    .map(([key, value]) => ({ ...example, [key]: value }));
  if (paths.length === 0) return fc.oneof(junk, added, known);
  const changed = fc
    .tuple(fc.constantFrom(...paths), fc.option(junk, { nil: undefined, freq: 8 }))
    .map(([path, value]) => replaced(example, path, value));
  return fc.oneof({ weight: 4, arbitrary: changed }, added, { weight: 2, arbitrary: known }, junk);
}

/** Bodies that are not JSON or have another type. */
export const rawBody = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'nonsense',
  ),
  body: fc.oneof(
    fc.constantFrom(
      '',
      '{',
      '{"a":1,}',
      '[[[[',
      'null',
      '"',
      'NaN',
      '{"email":"a@b.eu","email":1}',
      '['.repeat(10_000),
      '--x\r\nContent-Disposition: form-data; name="usage"\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--',
      '--x\r\nContent-Disposition: form-data; name="usage"\r\n\r\nvehicleProof\r\n--x--',
    ),
    fc.string({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
});
