import { readFile } from 'node:fs/promises';
import type { MessageDescriptor } from '@lingui/core';
import { type Language, languageCodes } from '#contract/languages.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { readZip } from '#server/platform/inspection/archive.ts';
import type { Upload } from '#server/platform/storage/read-upload.ts';
import { wordsOf } from '#server/platform/words/words.ts';

export const BLANK = '…………………………………………';

export const title = msg`Data Sharing Agreement`;
export const signaturesHeading = msg`Signatures`;
export const placeAndDate = msg`Place and date`;
export const nameAndSignature = msg`Name and signature`;

export const parties = {
  holder: msg`Data holder`,
  recipient: msg`Data recipient (third party)`,
  user: msg`User`,
};

export interface Clause {
  heading: MessageDescriptor;
  paragraphs: readonly MessageDescriptor[];
}

export const clauses: readonly Clause[] = [
  {
    heading: msg`Subject`,
    paragraphs: [
      msg`At the request of the user (Article 5(1) of the Data Act), the data holder makes readily available data of the connected product named above available to the data recipient, with the metadata needed to interpret and use them.`,
      msg`Which data these are, and of which period, is stated by the user in the data request of the application in the data holder’s portal. That data request is part of this agreement.`,
    ],
  },
  {
    heading: msg`Making the data available`,
    paragraphs: [
      msg`The data holder makes the data available without undue delay, in the quality available to itself, easily, securely, and in a comprehensive, structured, commonly used and machine-readable format.`,
      msg`This is free of charge to the user.`,
      msg`The terms between data holder and data recipient are fair, reasonable and non-discriminatory, and the data are made available in a transparent manner (Article 8).`,
    ],
  },
  {
    heading: msg`Use of the data`,
    paragraphs: [
      msg`The data recipient processes the data only for the purpose named above and under the conditions agreed with the user, and erases them when they are no longer necessary for that purpose, unless it has agreed otherwise with the user for non-personal data (Article 6(1)).`,
      msg`The data recipient does not use the data to develop a product that competes with the connected product from which they come, and does not share them with another for that purpose; it does not use them for profiling, unless this is necessary to provide the service requested by the user (Article 6(2)).`,
      msg`The data recipient makes the data available to another third party only on the basis of a contract with the user and where the confidentiality of trade secrets is preserved, and never to an undertaking designated as a gatekeeper under Article 3 of Regulation (EU) 2022/1925. It declares that it is no such undertaking itself (Article 5(3)).`,
      msg`The data recipient does not use the data in a manner that has an adverse impact on the security of the connected product, and does not prevent a user who is a consumer from making the data available to others.`,
    ],
  },
  {
    heading: msg`Personal data`,
    paragraphs: [
      msg`Where the user is not the data subject, personal data are made available only where there is a valid legal basis under Article 6 of Regulation (EU) 2016/679 and, where relevant, the conditions of Article 9 of that Regulation and of Article 5(3) of Directive 2002/58/EC are fulfilled (Article 5(7)).`,
      msg`Each party is itself responsible for its own processing of personal data.`,
    ],
  },
  {
    heading: msg`Trade secrets`,
    paragraphs: [
      msg`Trade secrets are disclosed only to the extent strictly necessary for the agreed purpose. The data holder names the data that are protected as trade secrets (Article 5(9)): ___`,
      msg`The technical and organisational measures agreed to preserve their confidentiality are: ___`,
    ],
  },
  {
    heading: msg`Compensation`,
    paragraphs: [
      msg`The data recipient pays the data holder for making the data available: ___ Any compensation is non-discriminatory and reasonable (Article 9).`,
      msg`Where the data recipient is a small or medium-sized enterprise or a not-for-profit research organisation within the meaning of Article 9(4), the compensation does not exceed the costs directly related to making the data available.`,
    ],
  },
  {
    heading: msg`Security and unauthorised use`,
    paragraphs: [
      msg`The data recipient protects the data by appropriate technical and organisational measures against unauthorised access and disclosure.`,
      msg`If data were obtained, used or disclosed unlawfully, the data recipient without undue delay erases them and all copies, ends the use, and informs the user of it and of the measures taken (Article 11(2)).`,
    ],
  },
  {
    heading: msg`Duration`,
    paragraphs: [
      msg`This agreement takes effect with the last signature and ends on: ___`,
      msg`The user may end the making available of data at any time with effect for the future. What is agreed on use, personal data, trade secrets and security continues to apply to data that were received.`,
    ],
  },
  {
    heading: msg`Disputes`,
    paragraphs: [
      msg`The parties may refer a dispute to a certified dispute settlement body (Article 10). The right to an effective remedy before a court of a Member State is not affected.`,
      msg`The law that applies is that of: ___`,
    ],
  },
];

export const withBlank = (translate: Translate, text: MessageDescriptor) =>
  translate(text).replace('___', BLANK);

function blankContractText(language: Language): string {
  const translate = wordsOf(language);
  const names = Object.values(parties).map(translate);
  return [
    ...clauses.flatMap(({ heading, paragraphs }) => [
      translate(heading),
      ...paragraphs.map((text) => withBlank(translate, text)),
    ]),
    translate(signaturesHeading),
    ...names,
    ...names.map(() => translate(placeAndDate)),
    ...names.map(() => translate(nameAndSignature)),
  ].join(' ');
}

/** In bytes. The template has 20 kB, or somewhat more after an office program has saved it. */
const MAX_SIZE = 500_000;

/** Parts of a docx that may contain a signature: pictures, ink, objects, digital signatures. */
const MAY_BE_SIGNATURE = /^(word\/(media|ink|embeddings)|_xmlsignatures)\//;

/**
 * Returns true if a file is the contract template, in any language, with blanks and signatures
 * empty. Only docx is recognized, because the text of a PDF does not show whether it is signed.
 */
export async function isUnchangedTemplate({ name, received }: Upload<unknown>): Promise<boolean> {
  if (!/\.docx$/i.test(name) || received.size > MAX_SIZE) return false;
  const bytes = await readFile(received.path);
  const members = await readZip(bytes, (part) => part === 'word/document.xml').catch(() => []);
  if (members.some((member) => MAY_BE_SIGNATURE.test(member.name))) return false;
  const document = members.find(({ content }) => content !== null)?.content ?? '';
  const text = lettersOf(String(document).replace(/<[^<>]*>/g, ''));
  return languageCodes.some((language) => text.endsWith(lettersOf(blankContractText(language))));
}

/** Removes all but letters, digits and `…`: spaces and quotes differ between office programs. */
const lettersOf = (text: string) => text.replace(/&\w+;/g, '').replace(/[^\p{L}\p{N}…]/gu, '');
