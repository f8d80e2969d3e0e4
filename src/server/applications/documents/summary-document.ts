import { Document, Footer, HeadingLevel, Paragraph, type Table } from 'docx';
import type { Language } from '#contract/languages.ts';
import { factsTable, linesOf, runStyle } from './document-parts.ts';

export type SummaryBlock =
  | { heading: string }
  | { text: string }
  | { rows: readonly (readonly [label: string, text: string])[] };

export interface CaseSummary {
  language: Language;
  holderName: string;
  title: string;
  footer: string;
  sections: readonly { heading: string; blocks: readonly SummaryBlock[] }[];
}

export function summaryDocument(summary: CaseSummary): Document {
  const { language, holderName, title, footer, sections } = summary;
  return new Document({
    title,
    creator: holderName,
    styles: { default: { document: { run: runStyle(language) } } },
    sections: [
      {
        footers: { default: new Footer({ children: [new Paragraph(footer)] }) },
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
          ...sections.flatMap(({ heading, blocks }): (Paragraph | Table)[] => [
            headingOf(heading, HeadingLevel.HEADING_1),
            ...blocks.flatMap(written),
          ]),
        ],
      },
    ],
  });
}

function written(block: SummaryBlock): (Paragraph | Table)[] {
  if ('heading' in block) return [headingOf(block.heading, HeadingLevel.HEADING_2)];
  if ('rows' in block) return block.rows.length > 0 ? [factsTable(block.rows)] : [];
  return block.text
    .trim()
    .split('\n\n')
    .map((text) => new Paragraph({ children: linesOf(text), spacing: { after: 120 } }));
}

function headingOf(text: string, heading: (typeof HeadingLevel)[keyof typeof HeadingLevel]) {
  return new Paragraph({ text, heading, spacing: { before: 280, after: 100 }, keepNext: true });
}
