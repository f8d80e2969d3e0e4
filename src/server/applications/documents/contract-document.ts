import {
  AlignmentType,
  type Document,
  HeadingLevel,
  LevelFormat,
  PageNumber,
  Paragraph,
  Table,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { fullName, type Language } from '#contract/languages.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import {
  BLANK,
  type Clause,
  clauses,
  nameAndSignature,
  parties,
  placeAndDate,
  signaturesHeading,
  title,
  withBlank,
} from '#server/applications/agreement/agreement-clauses.ts';
import { options } from '#server/applications/options.ts';
import { countries, wordsOf } from '#server/platform/words/words.ts';
import type { Vehicle } from '#server/vehicles/vehicle-source.ts';
import { cell, factsTable, framedDocument, headingOf, linesOf } from './document-parts.ts';

type Typed = InputOf<typeof endpoints.agreementTemplate>;

const NUMBERS = 'clauses';

const note = (contactMailbox: string) =>
  msg`Model for an agreement under Articles 5, 6 and 8 to 11 of Regulation (EU) 2023/2854 (Data Act). The portal has filled in what was typed in the application. Please fill in the blanks, agree on the text and sign it, then send it to ${{ contactMailbox }}: the data holder signs it and returns it. Upload the copy signed by all parties with the application. It is a model, not legal advice.`;

export interface ContractFacts extends Omit<Typed, 'vehicleId'> {
  holderName: string;
  contactMailbox: string;
  vehicle: Vehicle | null;
}

export function contractDocument(language: Language, facts: ContractFacts): Document {
  const translate = wordsOf(language);
  const pages = { children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] };
  const footer = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun(pages)],
  });
  return framedDocument(
    { language, holderName: facts.holderName },
    translate(title),
    footer,
    [
      new Paragraph({ text: translate(title), heading: HeadingLevel.TITLE }),
      new Paragraph({
        children: [
          // Chinese typography has no italics.
          new TextRun({
            text: translate(note(facts.contactMailbox)),
            italics: language !== 'zh',
          }),
        ],
        spacing: { before: 120, after: 240 },
      }),
      heading(translate(msg`Parties`)),
      knownFacts(language, facts),
      ...clauses.flatMap((each) => clause(translate, each)),
      heading(translate(signaturesHeading)),
      signatures(translate),
    ],
    { numbering: { config: [{ reference: NUMBERS, levels: [...numberLevels] }] } },
  );
}

const numberLevels = [0, 1].map((level) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: level === 0 ? '%1.' : '%1.%2',
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: 560, hanging: 560 } } },
}));

const heading = (text: string, options?: Parameters<typeof headingOf>[2]) =>
  headingOf(text, HeadingLevel.HEADING_2, options);

function clause(translate: Translate, { heading: title, paragraphs }: Clause): Paragraph[] {
  return [
    heading(translate(title), { numbering: { reference: NUMBERS, level: 0 } }),
    ...paragraphs.map(
      (text) =>
        new Paragraph({
          text: withBlank(translate, text),
          numbering: { reference: NUMBERS, level: 1 },
          spacing: { after: 120 },
        }),
    ),
  ];
}

function knownFacts(language: Language, facts: ContractFacts): Table {
  const translate = wordsOf(language);
  const { holderName, vehicle, purpose, purposeDetails, thirdParty } = facts;
  const purposeLabel = purpose && translate(options.purposes[purpose]);
  const rows: [string, (string | undefined)[]][] = [
    [translate(parties.holder), [holderName]],
    [translate(parties.user), userLines(language, facts.user)],
    [translate(parties.recipient), [thirdParty?.name, thirdParty?.location]],
    [translate(msg`Connected product`), vehicle ? [vehicle.name, vehicle.vin] : []],
    [translate(msg`Agreed purpose`), [purposeLabel, purposeDetails]],
  ];
  return factsTable(
    rows.map(([label, lines]) => [label, lines.filter(Boolean).join('\n') || BLANK]),
  );
}

function userLines(language: Language, user: Typed['user'] = {}): string[] {
  const { title, address = '', postCode, city, country } = user;
  const offered = options.titles[title as keyof typeof options.titles];
  const salutation = offered ? wordsOf(language)(offered) : title;
  const place = [postCode, city].filter(Boolean).join(' ');
  const found = countries(language).find(({ code }) => code === country);
  return [fullName(user, language, salutation), address, place, found?.label ?? ''];
}

function signatures(translate: Translate): Table {
  const names = Object.values(parties).map(translate);
  // One row per line, so that columns stay aligned next to long names.
  const row = (runs: TextRun[][]) =>
    new TableRow({ cantSplit: true, children: runs.map((each) => cell(3009, each, true)) });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: [3009, 3009, 3008],
    rows: [
      row(names.map((text) => [new TextRun({ text, bold: true })])),
      row(names.map(() => linesOf(`${translate(placeAndDate)}\n\n`))),
      row(names.map(() => linesOf(`${translate(nameAndSignature)}\n\n\n`))),
    ],
  });
}
