import type { MessageDescriptor } from '@lingui/core';
import * as z from 'zod/mini';
import type { InformationItem } from '#contract/information-items.ts';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { wordsOf } from '#server/platform/words/words.ts';

export const informationItemTexts: Record<
  InformationItem,
  { label: MessageDescriptor; wording: MessageDescriptor }
> = {
  userInformation: {
    label: msg`Owner information`,
    wording: msg`Please check your name and contact address: they do not match the proof that you supplied.`,
  },
  vehicleProof: {
    label: msg`Vehicle proof`,
    wording: msg`Please supply a readable copy of the proof that you may use the vehicle, such as both pages of the registration certificate.`,
  },
  purpose: {
    label: msg`Purpose of use`,
    wording: msg`Please describe in more detail what you want to use the data for.`,
  },
  thirdParty: {
    label: msg`Third party`,
    wording: msg`Please supply the full name and location of the third party, and a document that shows who it is.`,
  },
  agreement: {
    label: msg`Data Sharing Agreement`,
    wording: msg`Please supply the Data Sharing Agreement with the signatures of all parties.`,
  },
  dataPeriod: {
    label: msg`Time range`,
    wording: msg`Please confirm the time range: state from when to when you need the data.`,
  },
  dataTypes: {
    label: msg`Data types`,
    wording: msg`Please say which types of data you need, and which you can do without.`,
  },
  exceptionalNeed: {
    label: msg`Exceptional need`,
    wording: msg`Please demonstrate the exceptional need: why the data cannot be obtained in time and effectively by other means.`,
  },
  scope: {
    label: msg`Scope of the data request`,
    wording: msg`Please state more precisely which data you need, from which vehicles and for which period.`,
  },
  safeguards: {
    label: msg`Safeguards`,
    wording: msg`Please describe the technical and organisational measures that will protect the data.`,
  },
  legalProvision: {
    label: msg`Legal provision`,
    wording: msg`Please name the legal provision that assigns the task to your body.`,
  },
  materials: {
    label: msg`Related materials`,
    wording: msg`Please supply the documents that the request refers to.`,
  },
};

type Asked = Pick<Schema['application'], 'information_items'>;

export function itemCodes({ information_items }: Asked): string[] {
  return z.array(z.string()).parse(JSON.parse(information_items ?? '[]'));
}

export function askedItems(row: Asked, language: Language): { code: string; label: string }[] {
  const translate = wordsOf(language);
  const texts: Partial<Record<string, (typeof informationItemTexts)[InformationItem]>> =
    informationItemTexts;
  return itemCodes(row).map((code) => ({
    code,
    label: texts[code] ? translate(texts[code].label) : code,
  }));
}
