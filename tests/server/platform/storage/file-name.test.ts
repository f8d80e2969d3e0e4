import { describe, expect, it } from 'vitest';
import { cleanFileName } from '#server/platform/storage/read-upload.ts';

describe('a file name', () => {
  it.each([
    ['Fahrzeugschein (Kopie).PDF', 'Fahrzeugschein (Kopie).pdf'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\a\\scan.jpg', 'scan.jpg'],
    ['evil\u202egnp.exe.pdf', 'evilgnp.exe.pdf'],
    ['line\r\nbreak\u0000.pdf', 'linebreak.pdf'],
    ['行驶证.pdf', '行驶证.pdf'],
    ['.pdf', 'pdf'],
    ['', 'file'],
    ['a<b>.pdf', 'a_b_.pdf'],
    ['„Kopie“ "2".pdf', '„Kopie“ "2".pdf'],
    ['An\u2800\u034f\ufffana.pdf', 'Anna.pdf'],
    ['👩\u200d🔧.pdf', '👩\u200d🔧.pdf'],
  ])('%j becomes %j', (given, cleaned) => {
    expect(cleanFileName(given)).toBe(cleaned);
  });

  it('that is too long retains its extension', () => {
    const cleaned = cleanFileName(`${'ü'.repeat(500)}.docx`);
    expect([...cleaned]).toHaveLength(120);
    expect(cleaned).toMatch(/ü\.docx$/);
  });
});
