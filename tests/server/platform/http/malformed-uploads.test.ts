import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { pdf, png } from '#tests/server/applications/samples.ts';
import { expectRefusal } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { contents, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';

const UPLOADS = 100;
const seeds = [20_261_121, 20_261_122];
const inside = /\.ts:\d|node_modules|node:internal|Error:/;

const portal = portalOfFile(startSeededPortal);

const stored = () => namesIn(portal.services);

const oddNames = [
  'proof.pdf',
  'proof.PDF',
  'PROOF.png',
  '../../../etc/passwd.pdf',
  'C:\\proof.pdf',
  '.pdf',
  'pdf',
  '',
  '..',
  'a\u0000.pdf',
  '\u202efdp.exe',
  'proof.pdf\r\nX-Header: 1',
  `${'ß'.repeat(5000)}.pdf`,
  `${'e\u0301'.repeat(300)}.pdf`,
  '__proto__.pdf',
  'con.pdf',
  '"quoted".pdf',
  '%2e%2e%2f.pdf',
];
const header = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('usage', 'file') },
  fc.constantFrom('', 'usage[]', '__proto__', 'constructor', 'toString', 'a'.repeat(500)),
);
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('vehicleProof', 'publicMaterial', 'agreement') },
  fc.constantFrom('', '\u0000', '__proto__', 'x'.repeat(70_000), '{"a":1}'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const content = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(pdf, png) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  // Truncated files.
  fc.nat({ max: pdf.length }).map((end) => pdf.subarray(0, end)),
  fc.nat({ max: png.length }).map((end) => png.subarray(0, end)),
  fc
    .uint8Array({ maxLength: 200 })
    .map((bytes) => Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), bytes])),
);
const field = fc
  .tuple(header, value)
  .map(([name, text]) => part(`form-data; name="${name}"`, Buffer.from(text)));
const file = fc
  .tuple(header, fc.constantFrom(...oddNames), content)
  .map(([name, fileName, bytes]) =>
    part(`form-data; name="${name}"; filename="${fileName}"`, bytes),
  );
/** An odd file in the right part. */
const oddFile = fc
  .tuple(fc.constantFrom(...oddNames), content)
  .map(([name, bytes]) => part(`form-data; name="file"; filename="${name}"`, bytes));
const odd = fc.constantFrom(
  part('form-data', Buffer.from('nameless')),
  part('attachment; filename="x.pdf"', pdf),
  part('', pdf),
  Buffer.from('--x\r\n\r\n\r\n'),
  Buffer.from('--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n'),
);
const good = part('form-data; name="usage"', Buffer.from('vehicleProof'));
const goodFile = part('form-data; name="file"; filename="proof.pdf"', pdf);

function part(disposition: string, bytes: Uint8Array): Buffer {
  const head = `--x\r\nContent-Disposition: ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

const end = fc.constantFrom('--x--\r\n', '--x--', '', '--x', '--x--\r\nmore');

/** Any parts, sometimes without an end; or the usual ones, one of them odd. */
const body = fc.oneof(
  fc.tuple(fc.array(fc.oneof(field, file, odd), { maxLength: 5 }), end),
  fc.tuple(fc.tuple(fc.constant(good), file), end),
  fc.tuple(fc.tuple(fc.constant(good), oddFile), fc.constant('--x--\r\n')),
  fc.tuple(fc.tuple(fc.constant(good), fc.constant(goodFile), fc.oneof(field, file, odd)), end),
);

test.each(seeds)(
  `${UPLOADS} odd uploads (seed %i): each is stored completely or leaves nothing`,
  async (seed) => {
    let storedCount = 0;
    let [rows, files] = [await contents(portal), await stored()];
    await fc.assert(
      fc.asyncProperty(body, async ([parts, last]) => {
        const response = await portal.app.inject({
          method: 'POST',
          url: endpoints.personUploadCert.path,
          payload: Buffer.concat([...parts, Buffer.from(last)]),
          headers: {
            'content-type': 'multipart/form-data; boundary=x',
            [LOGIN_HEADER]: portal.tokens.owner,
          },
        });
        expect(response.body).not.toMatch(inside);
        if (response.statusCode === 200) {
          const { data } = response.json();
          expect(data.name).toMatch(/^[^\p{Cc}/\\"]{1,120}$/u);
          expect((await stored()).toSorted()).toEqual([...files, data.fileId].toSorted());
          [rows, files] = [await contents(portal), await stored()];
          storedCount++;
        } else {
          expectRefusal(response);
          expect(await contents(portal)).toEqual(rows);
          expect(await stored()).toEqual(files);
        }
      }),
      { seed, numRuns: UPLOADS },
    );
    // Some uploads must pass the checks of the parts.
    expect(storedCount).toBeGreaterThan(UPLOADS / 50);
    expect(storedCount).toBeLessThan(UPLOADS / 2);
  },
);
