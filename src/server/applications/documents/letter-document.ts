import { type Document, HeadingLevel, Paragraph, TextRun } from 'docx';
import { type Frame, framedDocument, paragraphsOf } from './document-parts.ts';

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
  return framedDocument(letter, subject, [
    new Paragraph({ children: [new TextRun({ text: holderName, bold: true })] }),
    ...paragraphsOf(addressee, 200),
    ...(isDateBelow ? [] : [date]),
    new Paragraph({ text: subject, heading: HeadingLevel.HEADING_1 }),
    ...paragraphsOf(body, 200),
    ...(isDateBelow ? [date] : []),
  ]);
}
