import { Document, Footer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { Language } from '#contract/languages.ts';

export interface Frame {
  language: Language;
  holderName: string;
  footer: string;
}

export function framedDocument(
  { language, holderName, footer }: Frame,
  title: string,
  children: (Paragraph | Table)[],
): Document {
  const footers = { default: new Footer({ children: [new Paragraph(footer)] }) };
  return new Document({
    title,
    creator: holderName,
    styles: { default: { document: { run: runStyle(language) } } },
    sections: [{ footers, children }],
  });
}

export function runStyle(language: Language) {
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
