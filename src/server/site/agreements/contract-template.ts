import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  LevelFormat,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { fullName } from '#contract/full-name.ts';
import type { Language } from '#contract/languages.ts';
import { docxAnswer } from '#server/platform/http/docx-answer.ts';
import type { FileAnswer } from '#server/platform/http/route.ts';
import type { ContractTexts } from '#server/platform/words/contract-texts.ts';
import { contractTexts } from '#server/platform/words/contracts.ts';
import { countries } from '#server/platform/words/countries.ts';
import { optionTexts } from '#server/platform/words/options.ts';
import type { Vehicle } from '#server/vehicles/vehicle-source.ts';

type Typed = InputOf<typeof endpoints.agreementTemplate>;

/** Where somebody writes by hand. */
const BLANK = '…………………………………………';

const NUMBERS = 'clauses';

/** What is known of an agreement when its template is asked for. */
export interface Facts extends Omit<Typed, 'vehicleId'> {
  holderName: string;
  vehicle: Vehicle | null;
}

/** The model of a Data Sharing Agreement as a docx, with what is known filled in. */
export async function contractTemplate(language: Language, facts: Facts): Promise<FileAnswer> {
  const texts = contractTexts[language];
  const pages = { children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] };
  const footer = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun(pages)],
  });
  return docxAnswer(
    `${texts.fileName}.docx`,
    new Document({
      title: texts.title,
      creator: facts.holderName,
      styles: { default: { document: { run: runStyle(language) } } },
      numbering: { config: [{ reference: NUMBERS, levels: [...numberLevels] }] },
      sections: [
        {
          footers: { default: new Footer({ children: [footer] }) },
          children: [
            new Paragraph({ text: texts.title, heading: HeadingLevel.TITLE }),
            new Paragraph({
              children: [
                // Chinese type has no italics.
                new TextRun({ text: texts.note, italics: language !== 'zh' }),
              ],
              spacing: { before: 120, after: 240 },
            }),
            heading(texts.parties),
            knownFacts(language, texts, facts),
            ...texts.clauses.flatMap(clause),
            heading(texts.signatures),
            signatures(texts),
          ],
        },
      ],
    }),
  );
}

/** Fonts that each office program has or replaces by one of the same kind; its spelling's language. */
function runStyle(language: Language) {
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'SimSun' };
  const spelling = language === 'zh' ? { eastAsia: 'zh-CN' } : { value: language };
  return { font, size: 22, language: spelling };
}

const numberLevels = [0, 1].map((level) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: level === 0 ? '%1.' : '%1.%2',
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: 560, hanging: 560 } } },
}));

function heading(text: string, numbering?: { reference: string; level: number }): Paragraph {
  return new Paragraph({
    text,
    heading: HeadingLevel.HEADING_2,
    spacing: { before: 280, after: 100 },
    keepNext: true,
    ...(numbering && { numbering }),
  });
}

function clause({ heading: title, paragraphs }: ContractTexts['clauses'][number]): Paragraph[] {
  return [
    heading(title, { reference: NUMBERS, level: 0 }),
    ...paragraphs.map(
      (text) =>
        new Paragraph({
          text: text.replace('___', BLANK),
          numbering: { reference: NUMBERS, level: 1 },
          spacing: { after: 120 },
        }),
    ),
  ];
}

/** Parties, vehicle and purpose, a row each. */
function knownFacts(language: Language, texts: ContractTexts, facts: Facts): Table {
  const { holderName, vehicle, purpose, purposeDetails, thirdParty } = facts;
  const purposeLabel = purpose && optionTexts[language].purposes[purpose];
  const rows: [string, (string | undefined)[]][] = [
    [texts.holder, [holderName]],
    [texts.user, userLines(language, facts.user)],
    [texts.recipient, [thirdParty?.name, thirdParty?.location]],
    [texts.facts.vehicle, vehicle ? [vehicle.name, vehicle.vin] : []],
    [texts.facts.purpose, [purposeLabel, purposeDetails]],
  ];
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: [2800, 6226],
    rows: rows.map(
      ([label, lines]) =>
        new TableRow({
          cantSplit: true,
          children: [
            cell(2800, [new TextRun({ text: label, bold: true })]),
            cell(6226, linesOf(lines.filter(Boolean).join('\n') || BLANK)),
          ],
        }),
    ),
  });
}

function userLines(language: Language, user: Typed['user'] = {}): string[] {
  const { title, address = '', postCode, city, country } = user;
  const { titles } = optionTexts[language];
  const said = titles[title as keyof typeof titles] ?? title;
  const place = [postCode, city].filter(Boolean).join(' ');
  const found = countries(language).find(({ code }) => code === country);
  return [fullName(user, language, said), address, place, found?.label ?? ''];
}

/** A column a party, with room to write. */
function signatures(texts: ContractTexts): Table {
  const { holder, recipient, user, placeAndDate, signature } = texts;
  const parties = [holder, recipient, user];
  // A row for each thing to write, so that the columns stay level where a party's name is long.
  const row = (runs: TextRun[][]) =>
    new TableRow({ cantSplit: true, children: runs.map((each) => cell(3009, each, true)) });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: [3009, 3009, 3008],
    rows: [
      row(parties.map((text) => [new TextRun({ text, bold: true })])),
      row(parties.map(() => linesOf(`${placeAndDate}\n\n`))),
      row(parties.map(() => linesOf(`${signature}\n\n\n`))),
    ],
  });
}

function cell(width: number, children: TextRun[], keepNext = false): TableCell {
  const margins = { top: 80, bottom: 80, left: 120, right: 120 };
  const size = { size: width, type: WidthType.DXA };
  return new TableCell({ width: size, margins, children: [new Paragraph({ children, keepNext })] });
}

/** Lines below each other in one paragraph. */
function linesOf(text: string): TextRun[] {
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, break: index === 0 ? 0 : 1 }));
}
