import { Document, Footer, HeadingLevel, Paragraph, TextRun } from 'docx';

/** Texts of a letter. A line break is `\n`; an empty line begins a paragraph of the body. */
export interface Letter {
  holderName: string;
  addressee: string;
  date: string;
  /** In Chinese letters, the date is below the signature. */
  isDateBelow: boolean;
  subject: string;
  body: string;
  footer: string;
}

export function letterDocument(letter: Letter): Document {
  const { holderName, addressee, isDateBelow, subject, body, footer } = letter;
  const date = new Paragraph(letter.date);
  return new Document({
    title: subject,
    creator: holderName,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        footers: { default: new Footer({ children: [new Paragraph(footer)] }) },
        children: [
          new Paragraph({ children: [new TextRun({ text: holderName, bold: true })] }),
          paragraph(addressee),
          ...(isDateBelow ? [] : [date]),
          new Paragraph({ text: subject, heading: HeadingLevel.HEADING_1 }),
          ...body.trim().split('\n\n').map(paragraph),
          ...(isDateBelow ? [date] : []),
        ],
      },
    ],
  });
}

function paragraph(text: string): Paragraph {
  const runs = text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, break: index && 1 }));
  return new Paragraph({ children: runs, spacing: { after: 200 } });
}
