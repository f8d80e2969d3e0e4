import * as z from 'zod/mini';
import { isPersonal } from './data-catalogue.ts';
import { type DataType, dataTypes, publicLevels } from './data-types.ts';
import {
  comingDate,
  email,
  inOrder,
  line,
  optionalText,
  phone,
  rangeBegin,
  rangeEnd,
  requiredFiles,
  text,
  wantedDataTypes,
} from './fields.ts';
import { languageCodes } from './languages.ts';
import { publicApplyTypes, receptionMethods } from './options.ts';
import { type StoredFields, storedList, storedText } from './stored-json.ts';

/**
 * In an emergency personal data are asked for with a notice to the supervisory authority alone;
 * otherwise they are not asked for at all.
 */
const withSupervisoryNotice = () =>
  z.refine<{
    type: string;
    dataTypes: readonly DataType[];
    supervisoryNotice?: string | undefined;
  }>(
    ({ type, dataTypes, supervisoryNotice }) =>
      Boolean(supervisoryNotice) || type !== 'publicEmergency' || !dataTypes.some(isPersonal),
    {
      path: ['supervisoryNotice'],
      // Judged also when other fields are wrong.
      when: ({ value }) => z.safeParse(withDataTypes, value).success,
    },
  );
const withDataTypes = z.looseObject({ dataTypes: z.array(z.enum(dataTypes)) });

/** Form of a public-sector body's request, as Art. 17 demands it. */
export const publicForm = z
  .strictObject({
    departmentName: line(),
    telephone: phone(),
    contactEmail: email(),
    type: z.enum(publicApplyTypes),
    /** The data that are needed (Art. 17(1)(a)). */
    dataRequest: text(),
    dataTypes: wantedDataTypes(),
    from: rangeBegin(),
    /** Exclusive. */
    to: rangeEnd(),
    scope: text(),
    /** Granularity, volume and frequency of access (Art. 17(2)(c)). */
    granularity: text(),
    /** (b) */
    exceptionalNeed: text(),
    /** (c) purpose, intended use, duration */
    purpose: text(),
    useAndDuration: text(),
    /** (d) when the data are expected to be erased */
    erasure: text(),
    /** (e) why this data holder */
    holderReason: text(),
    /** (f) public bodies and third parties the data are to be passed on to */
    onwardRecipients: optionalText(),
    /** (g) technical and organisational safeguards */
    safeguards: text(),
    /** (h) the provision of law that assigns the task */
    legalProvision: text(),
    /** Penalties in the event of non-compliance (Art. 17(2)(f)) */
    penalties: text(),
    /** To which data coordinator it was transmitted, and where it is published (Art. 17(2)(g)) */
    dataCoordinator: text(),
    publication: text(),
    /** Of which supervisory authority was notified, where personal data are asked for (Art. 17(2)(h)) */
    supervisoryNotice: optionalText(),
    /** The authority of the data holder's Member State that examined it (Art. 22(3)) */
    examinedBy: optionalText(),
    /** `dated` counts in an emergency alone (Art. 15(1)(a), 18(4)). */
    maskingLevel: z.optional(z.enum(publicLevels)),
    /** (i) by when the data are asked for */
    deadline: comingDate(),
    receptionMethod: z.enum(receptionMethods),
    reportLanguage: z.enum(languageCodes),
    materials: requiredFiles(),
  })
  .check(inOrder(), withSupervisoryNotice());
export type PublicForm = z.infer<typeof publicForm>;

/** Outside an emergency a public-sector body may ask for non-personal data only (Art. 15(1)(b)). */
export function namesPersonalData(form: Pick<PublicForm, 'type' | 'dataTypes'>): boolean {
  return form.type !== 'publicEmergency' && form.dataTypes.some(isPersonal);
}

/** A public-sector body's request as it is kept and shown. */
export const storedPublicForm = z.object({
  departmentName: storedText,
  telephone: storedText,
  contactEmail: storedText,
  type: storedText,
  dataRequest: storedText,
  dataTypes: storedList,
  from: storedText,
  to: storedText,
  scope: storedText,
  granularity: storedText,
  exceptionalNeed: storedText,
  purpose: storedText,
  useAndDuration: storedText,
  erasure: storedText,
  holderReason: storedText,
  onwardRecipients: storedText,
  safeguards: storedText,
  legalProvision: storedText,
  penalties: storedText,
  dataCoordinator: storedText,
  publication: storedText,
  supervisoryNotice: storedText,
  examinedBy: storedText,
  maskingLevel: storedText,
  deadline: storedText,
  receptionMethod: storedText,
  reportLanguage: storedText,
  materials: storedList,
} satisfies StoredFields<PublicForm>);
export type StoredPublicForm = z.infer<typeof storedPublicForm>;
