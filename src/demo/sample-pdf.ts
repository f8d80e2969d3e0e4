/** Code of «ł», which Latin-1 lacks. */
const L_SLASH = 1;

export function createPdf(title: string, lines: readonly string[]): Buffer {
  const show = (text: string, size: number, y: number) =>
    `BT /F1 ${size} Tf 72 ${y} Td (${encoded(text)}) Tj ET`;
  const content = [
    show(title, 18, 740),
    ...lines.map((line, index) => show(line, 12, 700 - index * 20)),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding 6 0 R >>',
    `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${L_SLASH} /lslash] >>`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(`${file}${table}${trailer}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}

const encoded = (text: string) =>
  text.replace(/[\\()]/g, '\\$&').replaceAll('ł', String.fromCharCode(L_SLASH));
