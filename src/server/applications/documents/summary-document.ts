import { type Document, HeadingLevel, Paragraph, type Table } from 'docx';
import {
  type FactRows,
  type Frame,
  factsTable,
  framedDocument,
  paragraphsOf,
} from './document-parts.ts';

export type SummaryBlock = { heading: string } | { text: string } | { rows: FactRows };

export interface CaseSummary extends Frame {
  title: string;
  sections: readonly { heading: string; blocks: readonly SummaryBlock[] }[];
}

export function summaryDocument({ title, sections, ...frame }: CaseSummary): Document {
  return framedDocument(frame, title, [
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

function headingOf(text: string, heading: (typeof HeadingLevel)[keyof typeof HeadingLevel]) {
  return new Paragraph({ text, heading, spacing: { before: 280, after: 100 }, keepNext: true });
}
