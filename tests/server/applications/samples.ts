import { zipOf } from '#tests/server/platform/inspection/documents.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

export const pdf = bytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

export const png = bytes(
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 10],
  'IDAT',
  [0x78, 0x9c, 0x63, 0, 0, 0, 2, 0, 1, 0x48, 0xaf, 0xa4, 0x71, 0, 0, 0, 0],
  'IEND',
  [0xae, 0x42, 0x60, 0x82],
);

export const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 16],
  'JFIF',
  [0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9],
);

export const rar = bytes(
  'Rar!',
  [0x1a, 0x07, 0x01, 0x00, 0x33, 0x92, 0xb5, 0xe5, 0x0a, 0x01, 0x05, 0x06, 0x00, 0x05],
);

export const zip = () => zipOf({ 'proof.txt': 'The registration certificate.' });

/** Turns a zip into a Word document. */
export const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

export const docx = () =>
  zipOf({
    '[Content_Types].xml': contentTypes,
    'word/document.xml': '<w:document/>',
  });
