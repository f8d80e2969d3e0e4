import { randomBytes } from 'node:crypto';

/** A PDF of one page of a given size, nearly all of it an image. */
export function scanned(size: number): Buffer<ArrayBuffer> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</Scan 4 0 R>>>>>>',
  ].map((object) => Buffer.from(object));
  objects.push(
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width 1/Height ${size}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${size}>>\nstream\n`,
      ),
      randomBytes(size),
      Buffer.from('\nendstream'),
    ]),
  );
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const whole = [Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')];
    places.push(at);
    parts.push(...whole);
    at += whole.reduce((sum, each) => sum + each.length, 0);
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`;
  const end = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}
