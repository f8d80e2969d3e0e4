import {
  Document,
  Footer,
  HeadingLevel,
  type IParagraphOptions,
  type IPropertiesOptions,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Language } from '#contract/languages.ts';

export interface Frame {
  language: Language;
  holderName: string;
  footer: string;
}

export function framedDocument(
  { language, holderName }: Pick<Frame, 'language' | 'holderName'>,
  title: string,
  footer: Paragraph,
  children: (Paragraph | Table)[],
  options: Pick<IPropertiesOptions, 'numbering'> = {},
): Document {
  return new Document({
    title,
    creator: holderName,
    styles: { default: { document: { run: runStyle(language) } } },
    sections: [{ footers: { default: new Footer({ children: [footer] }) }, children }],
    ...options,
  });
}

function runStyle(language: Language) {
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'SimSun' };
  const spelling = language === 'zh' ? { eastAsia: 'zh-CN' } : { value: language };
  return { font, size: 22, language: spelling };
}

const MAX_UNSPLIT_LENGTH = 1000;

export type FactRows = readonly (readonly [label: string, text: string])[];

export function factsTable(rows: FactRows): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: [2800, 6226],
    rows: rows.map(
      ([label, text]) =>
        new TableRow({
          cantSplit: text.length < MAX_UNSPLIT_LENGTH,
          children: [
            cell(2800, [new TextRun({ text: label, bold: true })]),
            cell(6226, linesOf(text)),
          ],
        }),
    ),
  });
}

export function cell(width: number, children: TextRun[], keepNext = false): TableCell {
  const margins = { top: 80, bottom: 80, left: 120, right: 120 };
  const size = { size: width, type: WidthType.DXA };
  return new TableCell({ width: size, margins, children: [new Paragraph({ children, keepNext })] });
}

export const paragraphsOf = (text: string, after: number) =>
  text
    .trim()
    .split('\n\n')
    .map((each) => new Paragraph({ children: linesOf(each), spacing: { after } }));

export function linesOf(text: string): TextRun[] {
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, break: index === 0 ? 0 : 1 }));
}

/** Texts of a letter. A line break is `\n`; an empty line begins a paragraph of the body. */
export interface Letter extends Frame {
  addressee: string;
  date: string;
  subject: string;
  body: string;
}

export function letterDocument(letter: Letter): Document {
  const { language, holderName, addressee, subject, body } = letter;
  const date = new Paragraph(letter.date);
  // In Chinese letters, the date is below the signature.
  const isDateBelow = language === 'zh';
  return framedDocument(letter, subject, new Paragraph(letter.footer), [
    new Paragraph({ children: [new TextRun({ text: holderName, bold: true })] }),
    ...paragraphsOf(addressee, 200),
    ...(isDateBelow ? [] : [date]),
    new Paragraph({ text: subject, heading: HeadingLevel.HEADING_1 }),
    ...paragraphsOf(body, 200),
    ...(isDateBelow ? [date] : []),
  ]);
}

export type SummaryBlock = { heading: string } | { text: string } | { rows: FactRows };

export interface CaseSummary extends Frame {
  title: string;
  sections: readonly { heading: string; blocks: readonly SummaryBlock[] }[];
}

export function summaryDocument({ title, sections, ...frame }: CaseSummary): Document {
  return framedDocument(frame, title, new Paragraph(frame.footer), [
    new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
    ...sections.flatMap(({ heading, blocks }) => [
      headingOf(heading, HeadingLevel.HEADING_1),
      ...blocks.flatMap(written),
    ]),
  ]);
}

function written(block: SummaryBlock): (Paragraph | Table)[] {
  if ('heading' in block) return [headingOf(block.heading, HeadingLevel.HEADING_2)];
  if ('rows' in block) return block.rows.length > 0 ? [factsTable(block.rows)] : [];
  return paragraphsOf(block.text, 120);
}

export function headingOf(
  text: string,
  heading: (typeof HeadingLevel)[keyof typeof HeadingLevel],
  options: Pick<IParagraphOptions, 'numbering'> = {},
): Paragraph {
  const spacing = { before: 280, after: 100 };
  return new Paragraph({ text, heading, spacing, keepNext: true, ...options });
}
