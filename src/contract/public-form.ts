import * as z from 'zod/mini';
import { isPersonal } from './data-catalogue.ts';
import { type DataType, dataTypes, publicLevels } from './data-types.ts';
import {
  accepted,
  comingDate,
  email,
  fromBeforeTo,
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
import { storedForm } from './stored-json.ts';

/** Personal data require an emergency, and a notice to the supervisory authority. */
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
      when: ({ value }) => z.safeParse(withDataTypes, value).success,
    },
  );
const withDataTypes = z.looseObject({ dataTypes: z.array(z.enum(dataTypes)) });

export const publicForm = z
  .strictObject({
    departmentName: line(),
    telephone: phone(),
    contactEmail: email(),
    type: z.enum(publicApplyTypes),
    /** Art. 17(1)(a) */
    dataRequest: text(),
    dataTypes: wantedDataTypes(),
    from: rangeBegin(),
    to: rangeEnd(),
    scope: text(),
    /** Art. 17(2)(c) */
    granularity: text(),
    /** Art. 17(1)(b) */
    exceptionalNeed: text(),
    /** Art. 17(1)(c): purpose, intended use, duration */
    purpose: text(),
    useAndDuration: text(),
    /** Art. 17(1)(d) */
    erasure: text(),
    /** Art. 17(1)(e) */
    holderReason: text(),
    /** Art. 17(1)(f) */
    onwardRecipients: optionalText(),
    /** Art. 17(1)(g) */
    safeguards: text(),
    /** Art. 17(1)(h) */
    legalProvision: text(),
    /** Art. 17(2)(f) */
    penalties: text(),
    /** Art. 17(2)(g) */
    dataCoordinator: text(),
    publication: text(),
    /** Required for personal data (Art. 17(2)(h)). */
    supervisoryNotice: optionalText(),
    /** Authority of the data holder's Member State (Art. 22(3)) */
    examinedBy: optionalText(),
    /** `dated` applies in an emergency only (Art. 15(1)(a), 18(4)). */
    maskingLevel: z.optional(z.enum(publicLevels)),
    /** Art. 17(1)(i) */
    deadline: comingDate(),
    receptionMethod: z.enum(receptionMethods),
    reportLanguage: z.enum(languageCodes),
    materials: requiredFiles(),
    userAgreementAccepted: accepted(),
  })
  .check(fromBeforeTo(), withSupervisoryNotice());
export type PublicForm = z.infer<typeof publicForm>;

/** Outside an emergency, only non-personal data may be requested (Art. 15(1)(b)). */
export function namesPersonalData(form: Pick<PublicForm, 'type' | 'dataTypes'>): boolean {
  return form.type !== 'publicEmergency' && form.dataTypes.some(isPersonal);
}

export const storedPublicForm = storedForm(publicForm);
export type StoredPublicForm = z.infer<typeof storedPublicForm>;
